import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createLandingPage, type LandingParts } from './landing-page.ts'
import { createScriptHints, isVisitor, toPath } from './script-hints.ts'
import { refuseUnserved } from './served-methods.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
const PAGE = 'index.html'

/**
 * Serves the built web app: hashed assets for ever, compressed beforehand, and the page itself for every address that a
 * browser navigates to. An address that looks like a file is a file or 404, so that a lost script is never answered with
 * HTML. A visitor gets the first page drawn.
 *
 * @param folder the build; when it is absent only the API is served
 */
export async function serveWebApp(app: FastifyInstance, folder: string, landingParts: LandingParts): Promise<void> {
  if (!existsSync(join(folder, PAGE))) {
    app.setNotFoundHandler(refuseUnserved)
    return
  }
  await app.register(serveStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    dotfiles: 'ignore',
    allowedPath: (path) => !path.endsWith('.map'),
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.startsWith(join(folder, 'assets')) ? IMMUTABLE : REVALIDATE)
    },
  })
  const page = readFileSync(join(folder, PAGE), 'utf8')
  const scripts = createScriptHints(folder, page)
  const landing = createLandingPage(folder, page, scripts.landing, landingParts)
  app.setNotFoundHandler(async (request, reply) => {
    // What is behind a link is for whoever was given it.
    if (request.url.startsWith('/r/')) reply.header('x-robots-tag', 'noindex, nofollow')
    if (!isNavigation(request)) return refuseUnserved(request, reply)
    if (request.url === '/' && isVisitor(request) && (await landing.send(request, reply))) return reply
    const hints = scripts.toHeader(request)
    if (hints !== '') reply.header('link', hints)
    return reply.sendFile(PAGE)
  })
}

function isNavigation(request: FastifyRequest): boolean {
  const path = toPath(request)
  const isFile = /\.[a-z0-9]+$|\/\./i.test(path)
  const isOurs = /^\/(?:api|dev-idp|assets)(?:\/|$)/i.test(path)
  const wantsHtml = request.headers.accept === undefined || /text\/html|\*\/\*/.test(request.headers.accept)
  return (request.method === 'GET' || request.method === 'HEAD') && wantsHtml && !isFile && !isOurs
}
