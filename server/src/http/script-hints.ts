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

export interface ScriptHints {
  /** Value of a `Link` header; empty where nothing is known of the screen. */
  toHeader(request: FastifyRequest): string
  /** Scripts that a visitor needs for the landing page, as addresses. */
  landing: readonly string[]
}

/**
 * Scripts that a first screen asks for once it knows who looks at it. A browser that is told of them with the page loads
 * them with those that ask. Only the presence of a session's cookie is looked at, so that a wrong guess costs a script.
 *
 * @param page text of the page, which names some scripts itself
 */
export function createScriptHints(folder: string, page: string): ScriptHints {
  const path = join(folder, '.vite', 'manifest.json')
  const manifest: Manifest = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const listScripts = (...entries: string[]) =>
    [...listFiles(manifest, entries)].filter((file) => !page.includes(file)).map((file) => `/${file}`)
  const toHeader = (...entries: string[]) =>
    listScripts(...entries)
      .map((address) => `<${address}>; rel=modulepreload`)
      .join(', ')
  const hints = new Map(
    Object.entries(SCREENS).map(([address, screen]) => [
      address,
      { visitor: toHeader(screen, LANDING), user: toHeader(screen, CRISIS) },
    ]),
  )
  return {
    toHeader(request) {
      const known = hints.get(toPath(request))
      return (isVisitor(request) ? known?.visitor : known?.user) ?? ''
    },
    landing: listScripts(SCREENS['/'], LANDING),
  }
}

/** True without a session's cookie, so that it may be wrong of one that has ended. */
export function isVisitor(request: FastifyRequest): boolean {
  return request.server.httpContext.sessionCookie.read(request) === undefined
}

/** Address without its query. */
export function toPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
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
