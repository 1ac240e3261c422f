import { toast } from '../../shell/say.svelte'
import { api, ApiError } from '../../store/api'
import { findFraud, remembered, type Rolls } from '../../store/dice'
import { bearer } from '../../store/keep'
import { gameWords } from '../../words/catalogue'
import { settings } from '../../shell/settings.svelte'
import { t } from '../../words/t'

/** What can be done with a match that is over: take it home, have it checked, have it forgotten. */
export async function download(id: string): Promise<void> {
  const response = await fetch(`/api/matches/${id}`, { headers: bearer() }).catch(() => null)
  if (!response?.ok) return toast(t('no_line'), true)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `tablee-${id}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000) // some browsers read it only now
}

/** Draw every die again, here, from the secret that is told now and from what this device has remembered. */
export async function verify(id: string): Promise<boolean | null> {
  try {
    const fraud = findFraud(await api<Rolls>(`/matches/${id}/dice`), remembered(id))
    if (fraud === null) toast(t('verified'))
    else if (fraud.code === 'real_dice') toast(t('box_unproved'))
    else {
      const words = await gameWords(settings.language, null)
      toast(`${t('not_verified')} ${words.refusal(fraud.code, fraud.params)}`, true)
    }
    return fraud === null
  } catch {
    toast(t('no_line'), true)
    return null
  }
}

export async function erase(id: string): Promise<boolean> {
  try {
    await api(`/matches/${id}`, { method: 'DELETE' })
    toast(t('match_erased'))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return true
    toast(t('no_line'), true)
    return false
  }
}
