import { settings } from './settings.svelte'

/** A short buzz in the hand, where the device can; browsers want a tap first. */
export function vibrate(pattern: number | number[] = 60): void {
  if (settings.vibrate && 'vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern)
}

export const canSpeak = typeof speechSynthesis !== 'undefined'

/** Read aloud, in the language of the text. `always`: a person asked for it by a tap. */
export function speak(text: string, language: string, always = false): void {
  if (!canSpeak || (!settings.aloud && !always)) return
  speechSynthesis.cancel()
  const speech = new SpeechSynthesisUtterance(text)
  speech.lang = language
  speechSynthesis.speak(speech)
}

/** The screen stays lit while a game is on. Returns how to end it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let video: HTMLVideoElement | null = null
  let ended = false
  const take = async (): Promise<void> => {
    if (ended || document.visibilityState !== 'visible') return
    try {
      lock = await navigator.wakeLock.request('screen')
    } catch {
      video ??= silentVideo()
      void video?.play().catch(() => undefined)
    }
  }
  document.addEventListener('visibilitychange', take)
  document.addEventListener('pointerdown', take, { once: true }) // the video needs a tap
  void take()
  return () => {
    ended = true
    document.removeEventListener('visibilitychange', take)
    document.removeEventListener('pointerdown', take)
    void lock?.release()
    video?.pause()
    video?.remove()
  }
}

/** On plain HTTP there is no wake lock; a playing video has the same effect. Its picture is a canvas of two pixels. */
function silentVideo(): HTMLVideoElement | null {
  const canvas = document.createElement('canvas')
  if (!('captureStream' in canvas)) return null
  canvas.width = canvas.height = 2
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.className = 'sr'
  video.setAttribute('aria-hidden', 'true')
  video.srcObject = canvas.captureStream(1)
  let on = false
  const blink = setInterval(() => {
    if (!video.isConnected) return clearInterval(blink)
    on = !on
    pen.fillStyle = on ? '#000' : '#010101'
    pen.fillRect(0, 0, 2, 2)
  }, 1_000)
  document.body.append(video)
  return video
}
