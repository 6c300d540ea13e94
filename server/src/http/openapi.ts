import { PRODUCT_NAME, TAGLINE } from '@ballast/contract'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

export const OPENAPI_PATH = '/api/openapi.json'
export const DOCS_PATH = '/api/docs'

/** The documentation's own scripts write HTML, which the policy of the app forbids; they come from this server all the same. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Collects the routes that are mounted after this into OpenAPI 3.1, and serves it with pages to browse it. */
export async function serveOpenApi(
  app: FastifyInstance,
  config: { version: string; sessionCookieName: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: PRODUCT_NAME, description: TAGLINE, version: config.version },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: config.sessionCookieName } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: DOCS_POLICY,
    uiConfig: { tryItOutEnabled: false },
  })
  app.get(OPENAPI_PATH, { schema: { hide: true } }, () => app.swagger())
}
