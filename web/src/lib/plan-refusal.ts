import { ApiError, type ErrorBody } from '@ballast/contract'

/** A 403 that a plan or a purchase would mend, told apart from a failure. */
export interface PlanRefusal {
  kind: 'upgrade' | 'purchase'
  /** The server's words; absent when it gave none, and then the catalogue's stand. */
  message: string | undefined
}

/**
 * Reads what an answer's error asks for: PRO, tokens, or neither (`null`, also for anything that is not an answer of the
 * API).
 */
export function toPlanRefusal(error: unknown): PlanRefusal | null {
  return error instanceof ApiError && error.status === 403 ? readRefusal(error.body) : null
}

function readRefusal(body: ErrorBody | undefined): PlanRefusal | null {
  const message = body?.message?.trim() || undefined
  if (body?.requiresUpgrade) return { kind: 'upgrade', message }
  if (body?.requiresPurchase) return { kind: 'purchase', message }
  return null
}
