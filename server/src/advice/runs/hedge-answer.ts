import type { HedgeAnalysis } from '@ballast/contract'

/** A hedge analysis but for what depends on who asks, and when. */
export type HedgeAnswer = Omit<HedgeAnalysis, 'isCurrent' | 'tokensRemaining' | 'isAdmin'>
