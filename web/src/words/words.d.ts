declare module 'virtual:words' {
  import type { PageWords } from './spoken.svelte'
  /** The languages there are, each with what to load. */
  export const languages: Record<
    string,
    {
      name: string
      words: () => Promise<{ default: PageWords }>
      prose: () => Promise<{ default: Record<string, string> }>
      atelier: () => Promise<{ default: Record<string, string> }>
    }
  >
}
