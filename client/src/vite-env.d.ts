/// <reference types="svelte" />
/// <reference types="vite/client" />

/** What the page asked for by itself while its scripts were on their way: see tools/early.ts. */
interface Window {
  early?: { address: string; secret: string | null; answer: Promise<Response> }[]
}
