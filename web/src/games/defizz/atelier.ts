import { quizWorkshop } from '../quiz/atelier'

const ON_CARD = 3

export default quizWorkshop('defizz', {
  part: 'kind',
  parts: ['duel', 'multi'],
  modes: () => ['chrono', 'target', 'ping_pong', 'chance'],
  typed: 'chrono',
  hint: 'clue',
  hintMost: 60,
  room: (content, kind) => {
    const cards = content.filter(([, table]) => table.kind === kind).map(([, table]) => Number(table.card))
    const last = Math.max(1, ...cards)
    return { kind, card: cards.filter((card) => card === last).length < ON_CARD ? last : last + 1 }
  },
})
