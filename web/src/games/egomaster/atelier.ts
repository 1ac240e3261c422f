import { quizWorkshop } from '../quiz/atelier'

const PAGES = 20

export default quizWorkshop('egomaster', {
  part: 'booklet',
  parts: ['solo', 'duo', 'multi'],
  modes: (booklet) => (booklet === 'solo' ? [null] : ['speed', 'target', 'ping_pong']),
  typed: 'speed',
  hint: 'keyword',
  hintMost: 40,
  room: (content, booklet) => {
    const inside = content.filter(([, table]) => table.booklet === booklet)
    const taken = new Set(inside.map(([, table]) => `${String(table.page)}/${String(table.number)}`))
    for (let number = 1; number <= PAGES; number++)
      for (let page = 1; page <= PAGES; page++) if (!taken.has(`${page}/${number}`)) return { booklet, page, number }
    return { booklet, page: 1, number: 1 }
  },
})
