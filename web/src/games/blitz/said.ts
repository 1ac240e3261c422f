/** What a press at a spoken table sends: a text without words. The ears of the group do the rest. */
export const ALOUD = '…'

/** The form under which two answers are the same: the view lists burned words in it. As in the rules of the game. */
export function normal(text: string): string {
  const bare = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
  const words = bare.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const open = words.replace(/^(?:le|la|les|l|un|une|des|du|the|a|an) (?=.)/, '')
  return open
    .split(' ')
    .map((word) => (word.length > 2 && /[sx]$/.test(word) ? word.slice(0, -1) : word))
    .join(' ')
}

export const isAloud = (text: string): boolean => normal(text) === ''
