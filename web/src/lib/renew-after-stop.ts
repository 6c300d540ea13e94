import type { QueryClient } from '@tanstack/react-query'
import { renewTokens } from './renew-tokens.ts'

/** The server hears of a stop when the connection closes, and gives tokens back a moment later. */
const LOOKS_MS = [0, 1_000, 4_000]

/** After a run that was stopped or broke off: the tokens, and what the run may have left, are looked at until they are settled. */
export async function renewAfterStop(client: QueryClient, leftovers: readonly (readonly unknown[])[]): Promise<void> {
  let waited = 0
  for (const at of LOOKS_MS) {
    await new Promise((resolve) => setTimeout(resolve, at - waited))
    waited = at
    await Promise.all([renewTokens(client), ...leftovers.map((queryKey) => client.invalidateQueries({ queryKey }))])
  }
}
