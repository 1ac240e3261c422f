import { mount } from 'svelte'
import App from './App.svelte'
import './look/fonts.css'
import './look/tokens.css'
import './look/base.css'
import { settle } from './shell/app.svelte'
import { follow, router } from './shell/router.svelte'
import { dress, settings } from './shell/settings.svelte'
import { unlock } from './shell/sound'
import { games } from './store/api'
import { speak } from './words/spoken.svelte'

const SHELF_WITHIN = 300 // ms after the words

const shelf = games().catch(() => undefined) // every screen wants it: it comes while the rest is read
dress()
follow()
settle()
addEventListener('pointerdown', unlock)
void speak(settings.language)
  // Home is drawn once, with its shelf; where that is late, first without.
  .then(() => router.place.page === 'home' && Promise.race([shelf, new Promise((go) => setTimeout(go, SHELF_WITHIN))]))
  .then(() => mount(App, { target: document.getElementById('app') as HTMLElement }))
