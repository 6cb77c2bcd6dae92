/** What the start page shows of the game. */

export { default as Picture } from './pictures/Picture.svelte'
export { default as about } from './words/about.json'
