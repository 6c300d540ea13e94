// Tests: mcp.test.ts, spending.test.ts

import { ACCESS_SCOPES, type AccessScope } from '@ballast/contract'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { type AppError, errors } from '../../http/errors.ts'
import { toPlainText } from '../tools/tools.service.ts'

/** The refusal of a tool that the token does not allow. */
export function outOfScope(scope: AccessScope): AppError {
  return errors.forbidden(
    `This access token does not allow it. It needs the scope ${scope} ("${ACCESS_SCOPES[scope].label}"): the user can make such a token on their account page.`,
  )
}

/** A failure in words that an assistant can act on or pass on; its flags stand beside it as in the API. */
export function toToolError(error: AppError, context: { requestId: string; publicUrl: URL }): CallToolResult {
  const body = error.toBody(context.requestId)
  const words = [
    body.message === undefined ? body.error : `${body.error}: ${body.message}`,
    typeof body.details === 'string' && body.details,
    (body.requiresUpgrade || body.requiresPurchase) && `See ${new URL('/pricing', context.publicUrl).href}.`,
    error.fields.status >= 500 && `Request ${context.requestId}.`,
  ]
  return {
    isError: true,
    content: [{ type: 'text', text: toPlainText(words.filter(Boolean).join(' ')) }],
    _meta: { 'ballast/error': { status: error.fields.status, ...body } },
  }
}
