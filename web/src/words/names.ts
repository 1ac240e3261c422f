/** First names to suggest, so that nobody has to type one. Short, and easy to tell apart at a table. */
const NAMES = (
  'Camille Noé Inès Bastien Lou Maud Sacha Jeanne Malo Zoé Hugo Nina Paul Louise Gabin Alma Victor Rose Émile Margot ' +
  'Oscar Lucie Simon Anouk Félix Clara Robin Iris Théo Salomé Arthur Manon Basile Elsa Martin Lila Côme Agathe'
).split(' ')

export function suggest(taken: readonly string[], random: () => number = Math.random): string {
  const free = NAMES.filter((name) => !taken.includes(name))
  return free[Math.floor(random() * free.length)] ?? `${NAMES[0]} ${taken.length + 1}`
}
