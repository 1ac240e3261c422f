import { mount } from 'svelte'
import App from './App.svelte'
import './look/fonts.css'
import './look/tokens.css'
import './look/base.css'
import { follow } from './shell/router.svelte'
import { dress } from './shell/settings.svelte'
import { unlock } from './shell/sound'

dress()
follow()
addEventListener('pointerdown', unlock)
mount(App, { target: document.getElementById('app') as HTMLElement })
