/** Where a long word of a card's name may break: names are English in every language, and the browser of a page in another
    one, or without a dictionary, would not know. */

/** Words of the decks that break at their parts, and not where the rule below breaks them. */
const PARTS = ['hedge-hog', 'help-er', 'quilt-ing', 'seam-ster']
const SOFT = '\u00ad'
const SHORTEST = 8
/** Not the first letter: a vowel with consonants after it, before what begins a syllable: one sound of consonants and a vowel. */
const BREAK = /(?<=[a-z])[aeiouy][^aeiouy']*?[^aeiouy'](?=(?:[bcdfgkpt][lr]|[cpst]h|[^aeiouy'])[aeiouy][a-z])/gi

function parted(word: string): string {
  const known = PARTS.find((part) => word.toLowerCase().startsWith(part.replace('-', '')))
  if (known) return word.slice(0, known.indexOf('-')) + SOFT + word.slice(known.indexOf('-'))
  return word.replace(BREAK, `$&${SOFT}`)
}

/** Give a name with a soft hyphen wherever one of its long words may break. */
export default (name: string): string => name.replace(/[a-z']+/gi, (word) => (word.length < SHORTEST ? word : parted(word)))
