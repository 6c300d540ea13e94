import { ApiError } from '@ballast/contract'

/**
 * Returns the words about a failure for a person: the server's `details` when it is a sentence, else its `error`, else
 * the catalogue's sentence for this action. Raw JSON, markup and stack traces are never shown.
 *
 * @param fallback the catalogue's default, such as "Failed to upload portfolio"
 */
export function toUserMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || !error.body) return fallback
  const { details, error: summary } = error.body
  return (typeof details === 'string' && details.trim()) || summary.trim() || fallback
}

/** True when the server says that nobody is signed in (any more). */
export function isSignedOutError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
