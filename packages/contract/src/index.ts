// Tests: ../../../server/src/app.test.ts

import type { Call } from './call.ts'
import * as modules from './modules.ts'

export * from './modules.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call of the API: the server must mount each, and tests sweep them all. */
// The mark lets a browser's bundle leave it out, and every call that it does not make.
export const ALL_CALLS: readonly Call[] = /* @__PURE__ */ listCalls(modules)

function listCalls(exported: object): Call[] {
  return Object.values(exported).filter(isCall)
}
