import { FOLDERS, pageWords, read } from '../build/words'
import { GameWords, type Tables } from '../src/words/catalogue'
import { hold } from '../src/words/game.svelte'
import { speakThese, type PageWords } from '../src/words/spoken.svelte'

/** The page speaks this language from now on. */
export const speakAtOnce = (language: string, folders = FOLDERS): void =>
  speakThese(language, pageWords(language, folders) as unknown as PageWords)

/** The words of a game, as the server would send them: those of each folder over those before. */
export function gameAtOnce(language: string, ...games: string[]): GameWords {
  speakAtOnce(language)
  const tables: Record<string, Record<string, unknown>> = {}
  for (const folder of [FOLDERS.engine, FOLDERS.server, ...games.map((game) => `${FOLDERS.engine}/../games/${game}`)])
    for (const [name, table] of Object.entries(read(folder, language))) tables[name] = { ...tables[name], ...table }
  return hold(new GameWords(tables as unknown as Partial<Tables>))
}
