import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import type { Plugin } from 'vite'

/** The page's own words: a chunk a language, made of the files that Python reads too. A language is where there are files. */
type Table = Record<string, unknown>

// From `web`, where npm runs.
export const FOLDERS = {
  engine: '../src/tablee/engine',
  server: '../src/tablee/server',
  page: 'src',
  atelier: 'src/screens/atelier',
}
export type Folders = Record<keyof typeof FOLDERS, string>

export const read = (folder: string, language: string): Record<string, Table> =>
  parse(readFileSync(`${folder}/words.${language}.toml`, 'utf8')) as Record<string, Table>

export function languages(folders: Folders = FOLDERS): string[] {
  const found = readdirSync(folders.engine).flatMap((name) => /^words\.(\w+)\.toml$/.exec(name)?.[1] ?? [])
  return found.sort((a, b) => Number(b === 'fr') - Number(a === 'fr') || a.localeCompare(b))
}

/** What every page shows: the labels of engine and server lie under the page's own. */
export function pageWords(language: string, folders: Folders = FOLDERS): { language: Table; words: Table } {
  const [engine, server, page] = [folders.engine, folders.server, folders.page].map((one) => read(one, language))
  return { language: engine?.language ?? {}, words: { ...engine?.labels, ...server?.labels, ...page?.page } }
}

/** Long texts, which most people never open. */
export const prose = (language: string, folders: Folders = FOLDERS): Table => read(folders.page, language).prose ?? {}

/** What only the atelier says. */
export const atelier = (language: string, folders: Folders = FOLDERS): Table =>
  read(folders.atelier, language).page ?? {}

const PARTS: Record<string, (language: string, folders: Folders) => Table> = { prose, atelier }

/** What stands in the page before any script runs: in one language, and for no script at all in each. */
export function filled(html: string, language: string, folders: Folders = FOLDERS): string {
  const without = languages(folders).map((one) => pageWords(one, folders).words.no_script)
  const said: Table = { ...pageWords(language, folders).words, language, no_script: without.join(' · ') }
  return html.replace(/%(\w+)%/g, (whole, key: string) => (key in said ? String(said[key]) : whole))
}

export function wordsPlugin(folders: Folders = FOLDERS): Plugin {
  const NAME = 'virtual:words'
  return {
    name: 'tablee-words',
    configureServer(server) {
      server.watcher.add(Object.values(folders).map((folder) => `${folder}/words.*.toml`))
      server.watcher.on('change', (file) => void (file.endsWith('.toml') && server.restart()))
    },
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load(id: string) {
      if (!id.startsWith(`\0${NAME}`)) return null
      const [language, part] = id.slice(NAME.length + 2).split('/')
      if (language) return `export default ${JSON.stringify((part ? PARTS[part] : pageWords)?.(language, folders))}`
      const known = languages(folders).map((one) => {
        const name = JSON.stringify(read(folders.engine, one).language?.name)
        return `${one}: { name: ${name}, words: () => import('${NAME}/${one}'), prose: () => import('${NAME}/${one}/prose'), atelier: () => import('${NAME}/${one}/atelier') }`
      })
      return `export const languages = { ${known.join(', ')} }`
    },
    // When it is built, there is a document for each language (app.ts).
    transformIndexHtml: (html, { server }) => (server ? filled(html, languages(folders)[0] ?? 'fr', folders) : html),
  }
}
