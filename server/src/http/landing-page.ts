// Tests: static-files.test.ts

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const ROOT = '<div id="root"></div>'
const SCRIPT = '<script type="module"'
const SCRIPT_END = '</script>'

export interface LandingParts {
  /** Reads the figures of this installation that the page shows. They may change while it runs. */
  readFacts(): unknown
  /** HTML of the page, by what the build made for it. */
  draw(file: string, facts: unknown): Promise<string>
}

/** Draws what a visitor sees first, so that it needs no script. */
export interface LandingPage {
  /** @returns false when it cannot be drawn, and the app has to do it */
  send(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

/**
 * The page is drawn by the app's own components, in a thread that ends, and once for all until its facts change.
 *
 * @param folder the build; without its part for the server, nothing is drawn
 * @param page the page of the app
 * @param later scripts that the app needs once somebody uses the page
 */
export function createLandingPage(
  folder: string,
  page: string,
  later: readonly string[],
  { readFacts, draw: drawWith }: LandingParts,
): LandingPage {
  const file = join(folder, '.server', 'draw-landing.js')
  const isBuilt = existsSync(file)
  let drawn: { key: string; bodies: Promise<Bodies> } | undefined

  function draw(): Promise<Bodies> {
    const facts = readFacts()
    const key = JSON.stringify(facts)
    if (drawn?.key !== key) {
      const html = drawWith(pathToFileURL(file).href, facts)
      drawn = { key, bodies: html.then((root) => toBodies(frame(page, root, later))) }
    }
    return drawn.bodies
  }

  return {
    async send(request, reply) {
      if (!isBuilt) return false
      const bodies = await draw().catch((error: unknown) => {
        drawn = undefined
        request.log.warn({ err: error }, 'The landing page was not drawn; the browser does it')
      })
      if (!bodies) return false
      const accepted = request.headers['accept-encoding'] ?? ''
      const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-cache', vary: 'cookie, accept-encoding' })
      reply.send(bodies[encoding])
      return true
    },
  }
}

type Bodies = Record<'br' | 'gzip' | 'identity', Buffer>

async function toBodies(text: string): Promise<Bodies> {
  const identity = Buffer.from(text)
  const [br, gzipped] = await Promise.all([compress.br(identity), compress.gzip(identity)])
  return { br, gzip: gzipped, identity }
}

/** The page with its content, and with a small script in place of the app. */
function frame(page: string, root: string, later: readonly string[]): string {
  const [head = '', ...scripts] = page.split(SCRIPT)
  const app = scripts.at(-1)?.split('src="')[1]?.split('"')[0]
  if (app === undefined || !page.includes(ROOT)) throw new Error('The page of the app has no script or no root')
  const rest = scripts.map((script) => script.slice(script.indexOf(SCRIPT_END) + SCRIPT_END.length))
  const start = `<script type="module" src="/landing-start.js" data-app="${app}" data-later="${later.join(' ')}"></script>`
  return [head, ...rest].join('').replace(ROOT, () => `<div id="root">${root}</div>\n    ${start}`)
}
