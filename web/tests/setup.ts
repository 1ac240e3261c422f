import { beforeEach } from 'vitest'
import { speakAtOnce } from './catalogue'

speakAtOnce('fr')
beforeEach(() => speakAtOnce('fr'))
