// Tests: hostile.test.ts, mcp.test.ts

import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isJSONRPCRequest,
  type JSONRPCErrorResponse,
  ListToolsRequestSchema,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { describeIssues } from '../tools/tools.service.ts'

const SERVED = new Map(
  Object.entries({
    initialize: InitializeRequestSchema,
    ping: PingRequestSchema,
    'tools/list': ListToolsRequestSchema,
    'tools/call': CallToolRequestSchema,
  }),
)

/**
 * The answer to a request whose parameters do not fit its method. The protocol's library would call it an error of this
 * server and tell its own words for it.
 *
 * @returns undefined for what fits, and for what is no request of a method that is served
 */
export function refuseParameters(body: unknown): JSONRPCErrorResponse | undefined {
  if (!isJSONRPCRequest(body)) return undefined
  const asked = SERVED.get(body.method)?.safeParse(body)
  if (asked === undefined || asked.success) return undefined
  const message = `The parameters do not fit. ${describeIssues(asked.error)}`
  return { jsonrpc: '2.0', id: body.id, error: { code: ErrorCode.InvalidParams, message } }
}
