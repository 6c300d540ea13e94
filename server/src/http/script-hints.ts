// Tests: static-files.test.ts

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'

/** The bundler's list of what was built, as far as it is read here. */
type Manifest = Record<string, { file: string; imports?: string[] } | undefined>

/** The screens that come first, by address. */
const SCREENS = {
  '/': 'src/routes/index.tsx?tsr-split=component',
  '/dashboard': 'src/routes/dashboard.tsx?tsr-split=component',
}
const LANDING = 'src/features/landing/landing-page.tsx'
const CRISIS = 'src/features/crisis/crisis-card.tsx'

/**
 * Scripts that a first screen asks for once it knows who looks at it. A browser that is told of them with the page loads
 * them with those that ask. Only the presence of a session's cookie is looked at, so that a wrong guess costs a script.
 *
 * @param page text of the page, which names some scripts itself
 * @returns the value of a `Link` header, empty where nothing is known of the screen
 */
export function createScriptHints(folder: string, page: string): (request: FastifyRequest) => string {
  const path = join(folder, '.vite', 'manifest.json')
  const manifest: Manifest = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const toHeader = (...entries: string[]) =>
    [...listFiles(manifest, entries)]
      .filter((file) => !page.includes(file))
      .map((file) => `</${file}>; rel=modulepreload`)
      .join(', ')
  const hints = new Map(
    Object.entries(SCREENS).map(([address, screen]) => [
      address,
      { visitor: toHeader(screen, LANDING), user: toHeader(screen, CRISIS) },
    ]),
  )
  return (request) => {
    const known = hints.get(request.url.split('?', 1)[0] ?? '')
    const isVisitor = request.server.httpContext.sessionCookie.read(request) === undefined
    return (isVisitor ? known?.visitor : known?.user) ?? ''
  }
}

/** Files of some entries and of all that they import. */
function listFiles(manifest: Manifest, entries: readonly string[], found = new Set<string>()): Set<string> {
  for (const entry of entries) {
    const built = manifest[entry]
    if (!built || found.has(built.file)) continue
    found.add(built.file)
    listFiles(manifest, built.imports ?? [], found)
  }
  return found
}
