import { languages } from 'virtual:words'
import { speak } from '../words/spoken.svelte'

export type Theme = 'auto' | 'light' | 'dark'
export interface Settings {
  language: string
  theme: Theme
  sound: boolean
  offered: boolean // sound was offered to this device
  large: boolean
  still: boolean // reduced motion, whatever the system says
  aloud: boolean
  vibrate: boolean
  name: string
  strength: string
}

const PLACE = 'tablee:settings'

function first(): Settings {
  const known = Object.keys(languages)
  const wanted = (navigator.languages ?? [navigator.language]).map((tag) => tag.toLowerCase().split('-')[0])
  const language = wanted.find((tag) => tag !== undefined && known.includes(tag)) ?? known[0] ?? 'fr'
  const plain: Settings = {
    language,
    theme: 'auto',
    sound: false,
    offered: false,
    large: false,
    still: false,
    aloud: false,
    vibrate: true,
    name: '',
    strength: 'regular',
  }
  try {
    const kept = { ...plain, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>) }
    return known.includes(kept.language) ? kept : { ...kept, language }
  } catch {
    return plain
  }
}

export const settings: Settings = $state(first())

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value
  if (key === 'language') void speak(settings.language)
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings))
  } catch {
    // Then it holds until the page is closed.
  }
  dress()
}

const night = matchMedia('(prefers-color-scheme: dark)')
const calm = matchMedia('(prefers-reduced-motion: reduce)')
night.addEventListener('change', dress)
calm.addEventListener('change', dress)

/** Whether things may move. */
export function moves(): boolean {
  return !settings.still && !calm.matches
}

/** Put the settings on the page itself. */
export function dress(): void {
  const { dataset } = document.documentElement
  dataset.theme = settings.theme === 'auto' ? (night.matches ? 'dark' : 'light') : settings.theme
  dataset.large = settings.large ? 'yes' : 'no'
  dataset.still = moves() ? 'no' : 'yes'
  document.documentElement.lang = settings.language
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${settings.language}.webmanifest`)
}
