import { toast } from '../../shell/say.svelte'
import { once } from '../../store/api'
import { t } from '../../words/t'

/** Where others reach this server, as it says itself: this device may have come by a name that is nobody else’s. */
export async function address(): Promise<string> {
  const found = await once<{ urls: string[] }>('/address').then(
    ({ urls }) => urls[0],
    () => undefined,
  )
  return (found ?? location.origin).replace(/\/$/, '')
}

/** The way to this table by the device’s own sheet, or on its clipboard; plain HTTP allows neither: then in sight. */
export async function invite(code: string): Promise<void> {
  const url = `${await address()}/${code}`
  const sheet = 'share' in navigator
  try {
    if (sheet) await navigator.share({ title: 'Tablée', text: t('share_text', { code }), url })
    else {
      await navigator.clipboard.writeText(url)
      toast(t('copied'))
    }
  } catch (problem) {
    if (!(problem instanceof DOMException && problem.name === 'AbortError')) toast(url)
  }
}
