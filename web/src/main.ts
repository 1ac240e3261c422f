import { mount } from 'svelte'
import App from './App.svelte'
import './look/fonts.css'
import './look/tokens.css'
import './look/base.css'
import { settle } from './shell/app.svelte'
import { follow } from './shell/router.svelte'
import { dress, settings } from './shell/settings.svelte'
import { unlock } from './shell/sound'
import { games } from './store/api'
import { speak } from './words/spoken.svelte'

games().catch(() => undefined) // every screen wants the shelf: it comes while the rest is read
dress()
follow()
settle()
addEventListener('pointerdown', unlock)
void speak(settings.language).then(() => mount(App, { target: document.getElementById('app') as HTMLElement }))
