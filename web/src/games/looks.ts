/** What the page shows of a game before anybody plays it, each in the game's own folder: the lid of its box, and the
 *  symbols that its drawings use. */
const lids = import.meta.glob<string>('./*/cover.svg', { query: '?raw', import: 'default', eager: true })
const sprites = import.meta.glob<string>('./*/symbols.svg', { query: '?raw', import: 'default', eager: true })
import.meta.glob('./*/look.css', { eager: true }) // colours: [data-game='<id>']

export const covers: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(lids).map(([path, drawing]) => [path.split('/')[1] ?? '', drawing]),
)
export const symbols = Object.values(sprites).join('')
