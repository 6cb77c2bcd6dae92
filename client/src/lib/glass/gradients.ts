/** The gradients that glass refers to by id: they come into the page, once, with whatever first draws any. */

import { mount } from 'svelte'
import GlassDefs from './GlassDefs.svelte'

mount(GlassDefs, { target: document.body })
