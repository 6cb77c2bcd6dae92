/** Names every built file with a hash, so that the service worker can keep them all. */

import type { Plugin } from 'vite'

export function shell(): Plugin {
  return {
    name: 'rivertable-shell',
    apply: 'build',
    generateBundle(_options, bundle) {
      const assets = Object.keys(bundle).flatMap((file) => (file.startsWith('assets/') ? [`/${file}`] : []))
      this.emitFile({ type: 'asset', fileName: 'shell.json', source: JSON.stringify(assets.sort()) })
    },
  }
}
