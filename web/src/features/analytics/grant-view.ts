// Tests: usage-view.test.ts

/** As the call takes it. */
export const MOST_GRANTED = 1_000
export const REASON_LENGTH = 500
const REASON_AT_LEAST = 3

export interface GrantProblems {
  tokens?: string
  reason?: string
}

/** Reads what was typed as a grant, or says what is wrong with it and how to mend it. */
export function checkGrant(typed: { tokens: string; reason: string }): {
  grant: { tokens: number; reason: string } | null
  problems: GrantProblems
} {
  const tokens = /^\d+$/.test(typed.tokens.trim()) ? Number(typed.tokens) : 0
  const reason = typed.reason.trim()
  const problems: GrantProblems = {
    ...((tokens < 1 || tokens > MOST_GRANTED) && { tokens: `Type a whole number from 1 to ${MOST_GRANTED}.` }),
    ...(reason.length < REASON_AT_LEAST && { reason: 'Say in a few words why.' }),
  }
  return { grant: Object.keys(problems).length === 0 ? { tokens, reason } : null, problems }
}
