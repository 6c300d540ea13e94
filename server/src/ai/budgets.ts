/** Task that a model may be given: to compose an answer, or to read an image. */
export type AiFeature = 'hedges' | 'comprehensive' | 'discovery' | 'ask' | 'evaluation' | 'image'

export interface Budget {
  /** Tokens of the first request; extra sentences that do not fit are left out of it. */
  input: number
  /** Tokens that one answer may have. */
  output: number
  /** From asking to giving up, waiting for a free place and tools included. */
  wallMilliseconds: number
}

export const BUDGETS: Readonly<Record<AiFeature, Budget>> = {
  hedges: { input: 8_000, output: 800, wallMilliseconds: 45_000 },
  comprehensive: { input: 6_000, output: 800, wallMilliseconds: 45_000 },
  discovery: { input: 10_000, output: 1_000, wallMilliseconds: 90_000 },
  ask: { input: 6_000, output: 500, wallMilliseconds: 30_000 },
  // Of an image 2,000 pixels high; its holdings take some thirty tokens each.
  image: { input: 6_000, output: 6_000, wallMilliseconds: 45_000 },
  evaluation: { input: 6_000, output: 800, wallMilliseconds: 45_000 },
}

/** How often a model may call tools before it must answer, and how many calls it may make in all. */
export const TOOL_TURNS = 6
export const TOOL_CALLS = 24

/**
 * The most that a run may cost: entered before it begins, and no request is made that may go beyond: five requests that
 * are as large as they may be, or more that are smaller; two looks at an image.
 */
export const mostTokens = (feature: AiFeature): number =>
  (feature === 'image' ? 2 : 5) * (BUDGETS[feature].input + BUDGETS[feature].output)

/** Characters of English with figures to a token, on the careful side. */
const CHARACTERS_PER_TOKEN = 3.2

export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)
