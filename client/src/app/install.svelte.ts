/** The browser's offer to install the pages, kept until somebody wants it. */

interface Offer extends Event {
  prompt: () => Promise<void>
}

export const install: { offer: Offer | null } = $state({ offer: null })

export function listenForOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    install.offer = event as Offer
  })
  addEventListener('appinstalled', () => (install.offer = null))
}
