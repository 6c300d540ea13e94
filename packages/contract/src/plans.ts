/** The one place that holds prices, allowances and token costs; landing, pricing, checkout and enforcement read it. */

export const TOKEN_COSTS = { hedgeAnalysis: 1, agenticDiscovery: 1, comprehensiveAnalysis: 0 } as const

export interface Plan {
  id: 'free' | 'pro'
  name: string
  /** US dollars a month. */
  monthlyPrice: number
  /** Tokens granted each billing period; spent first, not rolled over. */
  monthlyTokens: number
  note: string
  features: readonly string[]
  callToAction: string
  mostPopular: boolean
}

const MONTHLY_PRO_TOKENS = 7

export const PLANS = {
  free: {
    id: 'free',
    name: 'Free',
    monthlyPrice: 0,
    monthlyTokens: 0,
    note: 'No credit card needed',
    features: [
      'Portfolio upload and management',
      'Correlation and risk analysis',
      'Historical backtesting',
      'Options chain analysis',
    ],
    callToAction: 'Get Started Free',
    mostPopular: false,
  },
  pro: {
    id: 'pro',
    name: 'PRO',
    monthlyPrice: 49,
    monthlyTokens: MONTHLY_PRO_TOKENS,
    note: 'For hedging and discovery',
    features: [
      'Everything in Free',
      'Unlimited AI portfolio analysis',
      `${MONTHLY_PRO_TOKENS} tokens a month for hedge recommendations and Agentic Option Discovery`,
      `AI hedge recommendations (${TOKEN_COSTS.hedgeAnalysis} token each)`,
      `Agentic Option Discovery (${TOKEN_COSTS.agenticDiscovery} token each)`,
    ],
    callToAction: 'Start PRO Trial',
    mostPopular: true,
  },
} as const satisfies Record<string, Plan>
