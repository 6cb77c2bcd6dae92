import { mount } from 'svelte'
import './app/tokens.css'
import './app/base.css'
import './app/layout.css'
import App from './app/App.svelte'
import { listenForOffer } from './app/install.svelte'
import { applySettings } from './app/settings.svelte'
import { whenHeld } from './lib/api/seats'
import { loadLanguage } from './words/words.svelte'

applySettings()
listenForOffer()
whenHeld((held) => void import('./lib/people/people').then(({ keep }) => keep(held)))
await loadLanguage()
mount(App, { target: document.getElementById('app')! })

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it the pages work all the same, only not without a network.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
