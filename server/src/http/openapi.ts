// Tests: http.test.ts

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

declare module 'fastify' {
  interface FastifySchema {
    /** The field of a multipart body that holds the files; see `Call` of the contract. */
    filesField?: string
  }
}

/** As the library does it, and says for calls that take files what their multipart body is. */
const describeFiles: typeof jsonSchemaTransform = (document) => {
  const { filesField, body, ...schema } = document.schema ?? {}
  if (filesField === undefined) return jsonSchemaTransform(document)
  const json = body as { content: Record<string, { schema: unknown }> } | undefined
  const described = jsonSchemaTransform({
    ...document,
    schema: { ...schema, ...(json && { body: json.content['application/json']?.schema }) },
  })
  const files = { type: 'array', items: { type: 'string', format: 'binary' } }
  const content = {
    'multipart/form-data': { schema: { type: 'object', properties: { [filesField]: files }, required: [filesField] } },
    ...(json && { 'application/json': { schema: described.schema.body } }),
  }
  return { ...described, schema: { ...described.schema, body: { content } } }
}

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
    transform: describeFiles,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: DOCS_POLICY,
    uiConfig: { tryItOutEnabled: false },
  })
  app.get(OPENAPI_PATH, { schema: { hide: true } }, () => app.swagger())
}
