import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const YEAR_SECONDS = 365 * 24 * 60 * 60

export interface SecurityHeadersConfig {
  publicUrl: URL
  /** Origins that a form or its redirect may lead to: the identity provider's. */
  formActionOrigins: readonly string[]
}

/**
 * The headers that every answer bears, errors too. Scripts come from files of ours only, so that no nonce is needed:
 * the pages have no inline script. Charts and radix position things by inline styles, which cannot run anything.
 */
export async function registerSecurityHeaders(app: FastifyInstance, config: SecurityHeadersConfig): Promise<void> {
  const isHttps = config.publicUrl.protocol === 'https:'
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'", ...config.formActionOrigins],
        requireTrustedTypesFor: ["'script'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: true,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps && { maxAge: YEAR_SECONDS, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    // Answers of the API are somebody's own; pages and assets say otherwise for themselves.
    reply.header('cache-control', 'no-store')
  })
}
