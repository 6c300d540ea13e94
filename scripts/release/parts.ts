// Tests: ../architecture/supply-chain.test.ts, e2e/process/release.test.ts

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface InstalledPackage {
  version?: string
  license?: string
  link?: boolean
}

export interface Part {
  type: 'library'
  name: string
  version: string
  purl: string
  licenses: readonly { expression: string }[]
}

/**
 * Lists the packages that are installed in a folder, as CycloneDX 1.5. `npm sbom` is not asked: of a workspace it leaves out what
 * the root needs for development, too.
 */
export function listParts(folder: string): {
  bomFormat: 'CycloneDX'
  specVersion: string
  version: number
  components: Part[]
} {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, InstalledPackage>
  }
  const components = Object.entries(packages).flatMap(([place, { version, license, link }]) => {
    const name = place.split('node_modules/').at(-1)
    if (link || !version || !name || !place.includes('node_modules/')) return []
    // The image drops whole packages that no server loads; the lock that npm left still names them.
    if (!existsSync(path.join(folder, place))) return []
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return [{ type: 'library' as const, name, version, purl, licenses: license ? [{ expression: license }] : [] }]
  })
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components }
}
