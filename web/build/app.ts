import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { filled, FOLDERS, type Folders, languages, pageWords } from './words.ts'

/** The document and the manifest of each language, and the list of what the worker keeps. */
const PAGE = 'index.html'
const ENTRY = /\/src\/main\.ts$/ // the first script
const WORKER = 'worker.js'
const WORDS = /virtual:words\/(\w+)$/
const AHEAD = '//# allFunctionsCalledOnLoad\n' // tells V8 to compile all of it while it comes, and not when it is first run
const OPENED = ['src/screens/Table.svelte'] // without a network too: it is where an app wakes

function manifest(language: string, folders: Folders): object {
  const { words } = pageWords(language, folders)
  const icon = (src: string, sizes: string, purpose = 'any'): object => ({
    src,
    sizes,
    type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: words.app_name,
    short_name: 'Tablée',
    description: words.description,
    lang: language,
    dir: 'ltr',
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    background_color: '#F6EBD7',
    theme_color: '#4B2D1C',
    categories: ['games'],
    icons: [
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/maskable-512.png', '512x512', 'maskable'),
      icon('/icon.svg', 'any'),
    ],
  }
}

const isEntry = (one: Rolldown.OutputChunk | Rolldown.OutputAsset): one is Rolldown.OutputChunk =>
  one.type === 'chunk' && one.moduleIds.some((id) => ENTRY.test(id))

/** What must be there for the page to open: these modules with all that they import, their styles, the fonts, the words. */
function shellFiles(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const add = (name: string): void => {
    const one = bundle[name]
    if (!one || found.has(name)) return
    found.add(name)
    if (one.type !== 'chunk') return
    for (const style of one.viteMetadata?.importedCss ?? []) found.add(style)
    one.imports.forEach(add)
  }
  for (const one of Object.values(bundle)) {
    const id = one.type === 'chunk' ? (one.facadeModuleId ?? '') : ''
    if (isEntry(one) || OPENED.some((file) => id.endsWith(file)) || WORDS.test(id)) add(one.fileName)
    if (one.fileName.endsWith('.woff2')) add(one.fileName)
  }
  return [...found].sort()
}

/** Its words come along with its script, and not when that has been read. */
function documents(bundle: Rolldown.OutputBundle, folders: Folders): Record<string, string> {
  const page = bundle[PAGE]
  if (page?.type !== 'asset') throw new Error('there is no document')
  const words = new Map(
    Object.values(bundle).flatMap((one) => {
      const language = one.type === 'chunk' ? WORDS.exec(one.facadeModuleId ?? '')?.[1] : undefined
      return language ? [[language, one.fileName] as const] : []
    }),
  )
  return Object.fromEntries(
    languages(folders).map((language) => {
      const ahead = `<link rel="modulepreload" crossorigin href="/${words.get(language)}">\n  </head>`
      return [language, filled(String(page.source), language, folders).replace('</head>', `  ${ahead}`)]
    }),
  )
}

export function appPlugin(folders: Folders = FOLDERS): Plugin {
  return {
    name: 'tablee-app',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const emit = (fileName: string, source: string): void => void this.emitFile({ type: 'asset', fileName, source })
        for (const [language, page] of Object.entries(documents(bundle, folders))) {
          emit(`index.${language}.html`, page)
          emit(`manifest.${language}.webmanifest`, JSON.stringify(manifest(language, folders)))
        }
        delete bundle['index.html']
        const worker = bundle[WORKER]
        if (worker?.type !== 'chunk' || worker.imports.length) throw new Error('the worker is one script')
        const files = shellFiles(bundle).map((name) => `/${name}`)
        const entry = Object.values(bundle).find(isEntry)
        if (!entry) throw new Error('the page has no entry')
        entry.code = AHEAD + entry.code
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
        worker.code = worker.code.replace('__SHELL__', JSON.stringify({ version, entry: `/${entry.fileName}`, files }))
      },
    },
  }
}
