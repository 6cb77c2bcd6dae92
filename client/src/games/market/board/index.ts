/** What is loaded with the table: the board, turns in the words of its log, and its words. */

export { default } from './Board.svelte'
export { sentenceAt as turnSentence } from '../words/sentences'
export { marketWords as words } from '../words/words.svelte'
