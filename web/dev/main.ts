import { mount } from 'svelte'
import '../src/look/fonts.css'
import '../src/look/tokens.css'
import '../src/look/base.css'
import { dress } from '../src/shell/settings.svelte'
import Gallery from './Gallery.svelte'

dress()
mount(Gallery, { target: document.getElementById('app') as HTMLElement })
