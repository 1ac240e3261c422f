/** What browsers say to a page that can be installed; there is no type for it. */
interface Offer extends Event {
  prompt(): Promise<unknown>
}

/** The page as an app: whether it can be installed here, and whether a newer version waits for the next step. */
export const app = $state<{ offer: Offer | null; renewed: boolean }>({ offer: null, renewed: false })

export async function install(): Promise<void> {
  await app.offer?.prompt()
  app.offer = null // it can be asked once
}

/** Starts the worker that keeps the shell, once the page has come. Only secure pages have one. */
export function settle(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault() // it stands in the menu, and is not shown over a game
    app.offer = event as Offer
  })
  addEventListener('appinstalled', () => (app.offer = null))
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data !== script) app.renewed = true
  })
  const start = async (): Promise<void> => {
    const kept = await serviceWorker.register('/worker.js', { updateViaCache: 'none' }).catch(() => null)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') kept?.update().catch(() => undefined)
    })
  }
  if (document.readyState === 'complete') void start()
  else addEventListener('load', () => void start())
}
