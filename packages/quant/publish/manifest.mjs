/**
 * Swaps the manifest around `npm pack` and `npm publish`. In the repository the package exports its sources, but Node
 * strips no types below node_modules, so what goes to the registry exports the compiled files. npm itself, unlike
 * others, does not apply `publishConfig.exports`.
 */

import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const MANIFEST = 'package.json'
const KEPT = 'package.source.json'

/** @type {Record<string, () => void>} */
const STEPS = {
  publish: () => {
    if (existsSync(KEPT)) {
      throw new Error(`${KEPT} is left over from a pack that broke off. Run: node publish/manifest.mjs restore`)
    }
    const { scripts: _, publishConfig, ...manifest } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
    const { exports, ...registry } = publishConfig
    copyFileSync(MANIFEST, KEPT)
    writeFileSync(MANIFEST, `${JSON.stringify({ ...manifest, exports, publishConfig: registry }, null, 2)}\n`)
  },
  restore: () => {
    if (existsSync(KEPT)) renameSync(KEPT, MANIFEST)
  },
}

const step = STEPS[process.argv[2] ?? '']
if (step === undefined) throw new Error(`Say what to do: ${Object.keys(STEPS).join(' or ')}.`)
step()
