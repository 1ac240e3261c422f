import { settings } from './settings.svelte'

export type Sound =
  'dice' | 'chip' | 'card' | 'buzzer' | 'bell' | 'win' | 'turn' | 'right' | 'wrong' | 'pot' | 'out' | 'round'

let context: AudioContext | null = null

/** Browsers want a tap before the first sound. */
export function unlock(): void {
  if (!settings.sound) return
  context ??= typeof AudioContext === 'undefined' ? null : new AudioContext()
  if (context?.state === 'suspended') void context.resume()
}

export function play(sound: Sound): void {
  if (!settings.sound) return
  unlock()
  if (!context || context.state !== 'running') return
  const start = context.currentTime + 0.01
  const at = (seconds: number): number => start + seconds
  switch (sound) {
    case 'dice':
      for (const [k, delay] of [0, 0.09, 0.16, 0.26, 0.38].entries())
        knock(at(delay), 900 - k * 90, 0.05, 0.5 - k * 0.07)
      break
    case 'chip':
      tone(at(0), 'triangle', 2300, 0.05, 0.16)
      tone(at(0.05), 'triangle', 3100, 0.07, 0.12)
      break
    case 'card':
      knock(at(0), 2600, 0.09, 0.22)
      break
    case 'buzzer':
      tone(at(0), 'sawtooth', 150, 0.32, 0.2)
      tone(at(0), 'square', 151.5, 0.32, 0.12)
      break
    case 'bell':
      tone(at(0), 'sine', 1320, 0.9, 0.24)
      tone(at(0), 'sine', 2640, 0.5, 0.1)
      break
    case 'turn':
      tone(at(0), 'sine', 660, 0.16, 0.2)
      tone(at(0.13), 'sine', 880, 0.24, 0.2)
      break
    case 'right':
      tone(at(0), 'sine', 784, 0.14, 0.2)
      tone(at(0.1), 'sine', 1175, 0.3, 0.2)
      break
    case 'wrong':
      tone(at(0), 'triangle', 220, 0.2, 0.22)
      tone(at(0.16), 'triangle', 175, 0.34, 0.2)
      break
    case 'pot':
      for (const [k, delay] of [0, 0.07, 0.13, 0.2, 0.28].entries())
        tone(at(delay), 'triangle', 2200 + (k % 3) * 450, 0.07, 0.15)
      break
    case 'out':
      for (const [k, pitch] of [392, 311, 262, 196].entries()) tone(at(k * 0.15), 'sine', pitch, 0.3, 0.2)
      break
    case 'round':
      tone(at(0), 'sine', 988, 0.5, 0.2)
      tone(at(0.25), 'sine', 1319, 0.9, 0.2)
      break
    case 'win':
      for (const [k, pitch] of [523, 659, 784, 1047].entries()) tone(at(k * 0.14), 'triangle', pitch, 0.42, 0.2)
      break
  }
}

function tone(at: number, type: OscillatorType, pitch: number, length: number, loud: number): void {
  if (!context) return
  const source = context.createOscillator()
  source.type = type
  source.frequency.value = pitch
  out(source, at, length, loud)
}

/** A short burst of filtered noise: wood on wood. */
function knock(at: number, pitch: number, length: number, loud: number): void {
  if (!context) return
  const size = Math.ceil(context.sampleRate * length)
  const buffer = context.createBuffer(1, size, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let k = 0; k < size; k++) samples[k] = Math.random() * 2 - 1
  const source = context.createBufferSource()
  source.buffer = buffer
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  filter.Q.value = 2
  source.connect(filter)
  out(source, at, length, loud, filter)
}

function out(
  source: AudioScheduledSourceNode,
  at: number,
  length: number,
  loud: number,
  last: AudioNode = source,
): void {
  if (!context) return
  const gain = context.createGain()
  gain.gain.setValueAtTime(loud, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + length)
  last.connect(gain).connect(context.destination)
  source.start(at)
  source.stop(at + length)
}
