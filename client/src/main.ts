import { mount } from 'svelte'
import './app/tokens.css'
import './app/base.css'
import App from './app/App.svelte'
import { applySettings } from './app/settings.svelte'
import { loadRefusals } from './lib/table/refusals'
import { alsoLoad, loadLanguage } from './words/words.svelte'

applySettings()
alsoLoad(loadRefusals)
await loadLanguage()
mount(App, { target: document.getElementById('app')! })

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it the pages work all the same, only not without a network.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
