import { mount } from 'svelte'
import './app/tokens.css'
import './app/base.css'
import App from './app/App.svelte'
import { applySettings } from './app/settings.svelte'
import { loadLanguage } from './words/words.svelte'

applySettings()
await loadLanguage()
mount(App, { target: document.getElementById('app')! })
