/** Digits in threes: a narrow no-break space in French, a comma in English. */
export function group(value: number, language: string): string {
  return parts(value).join(language === 'fr' ? '\u202f' : ',')
}

/** `1600` -> `['1', '600']`; the sign stays with the first. */
export function parts(value: number): string[] {
  const [whole = '0', decimals] = String(Math.abs(value)).split('.')
  const threes = whole.replace(/\B(?=(\d{3})+$)/g, ' ').split(' ')
  if (value < 0) threes[0] = `\u2212${threes[0]}`
  if (decimals) threes[threes.length - 1] += `,${decimals}`
  return threes
}

/** What a person types in a number field, in either language; null when it is no number. */
export function read(text: string): number | null {
  const plain = text
    .replace(/[\s\u202f\u00a0']/g, '')
    .replace(',', '.')
    .replace('\u2212', '-')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return null
  return Number(plain)
}
