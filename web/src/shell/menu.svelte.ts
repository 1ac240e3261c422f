import type { Snippet } from 'svelte'

/** The menu is one for all screens; a screen may lend it a part of its own. */
export const menu = $state<{ open: boolean; extra: Snippet | null }>({ open: false, extra: null })
