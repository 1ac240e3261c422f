import { toast } from '../../shell/say.svelte'
import { api, ApiError } from '../../store/api'
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

/** Play it again by the rules and draw every die again; says what came of it. */
export async function verify(id: string): Promise<boolean | null> {
  try {
    const { fine, code, params } = await api<{ fine: boolean; code?: string; params?: Record<string, unknown> }>(
      `/matches/${id}/verify`,
    )
    if (fine) toast(t('verified'))
    else {
      const words = await gameWords(settings.language, null)
      toast(
        code && words.hasRefusal(code)
          ? `${t('not_verified')} ${words.refusal(code, params ?? {})}`
          : t('not_verified'),
        true,
      )
    }
    return fine
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
