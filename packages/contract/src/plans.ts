/** The one place that holds prices, allowances, token costs and packages; every page, the checkout and enforcement read it. */

/** Tokens that one run takes, by the name under which it is recorded. */
export const TOKEN_COSTS = { hedge_analysis: 1, agentic_discovery: 1, comprehensive_analysis: 0 } as const
export type MeteredFeature = keyof typeof TOKEN_COSTS

/** Times a day (UTC) that a user's token comes back because a configured model failed; beyond, the built-in answer has its price. */
export const FORGIVEN_PER_DAY = 5

/** Length of the trial that a first subscription begins with, unless the operator sets `PRO_TRIAL_DAYS`. 0 means no trial. */
export const DEFAULT_TRIAL_DAYS = 7
/** How long PRO goes on after a payment failed, counted from the failure. */
export const PAST_DUE_GRACE_DAYS = 7

/** Watch rules that an account can have. */
export const WATCH_LIMITS = { perUserFree: 1, perUserPro: 20 } as const
/** Policies that an account can have open. */
export const MOST_POLICIES = 50

export interface Plan {
  id: string
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
      `${WATCH_LIMITS.perUserFree} watch rule, with messages in the inbox`,
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
      `AI hedge recommendations (${countTokens(TOKEN_COSTS.hedge_analysis)} each)`,
      `Agentic Option Discovery (${countTokens(TOKEN_COSTS.agentic_discovery)} each)`,
      `Up to ${MOST_POLICIES} policies: hedges you placed, checked after every close, with a repair when one fails`,
      `Up to ${WATCH_LIMITS.perUserPro} watch rules, with messages by e-mail and other channels, too`,
    ],
    callToAction: 'Start PRO Trial',
    mostPopular: true,
  },
} as const satisfies Record<string, Plan>
export type PlanId = keyof typeof PLANS
export const PLAN_IDS = Object.keys(PLANS) as [PlanId, ...PlanId[]]

/** Added to PRO's features where the operator has named a support address, and only there. */
export const PRIORITY_SUPPORT = 'Priority support'

interface TokenPackageRow {
  id: string
  tokens: number
  /** US dollars, once. */
  price: number
  popular: boolean
  /** Shown on the popular one. */
  label: string | null
}

export const TOKEN_PACKAGES = [
  { id: 'small', tokens: 10, price: 29, popular: false, label: null },
  { id: 'medium', tokens: 25, price: 59, popular: true, label: 'Best Value' },
  { id: 'large', tokens: 50, price: 99, popular: false, label: null },
] as const satisfies readonly TokenPackageRow[]
export type TokenPackageId = (typeof TOKEN_PACKAGES)[number]['id']
export type TokenPackage = TokenPackageRow & { id: TokenPackageId }
export const TOKEN_PACKAGE_IDS = TOKEN_PACKAGES.map(({ id }) => id) as [TokenPackageId, ...TokenPackageId[]]

/** US dollars for one token of a package, not rounded. */
export const pricePerToken = ({ price, tokens }: Pick<TokenPackage, 'price' | 'tokens'>): number => price / tokens

/** Sentences about tokens and billing, made of the figures above; no page writes its own. */
export const PLAN_COPY = {
  forgiven: `If the language model fails, the built-in engine answers and your token comes back, up to ${FORGIVEN_PER_DAY} times a day. Once your own share of the model is used up, answers cost their usual price.`,
  tokens: `PRO includes ${MONTHLY_PRO_TOKENS} tokens each month. ${describeCosts()}`,
  monthlyTokens: 'Monthly tokens are spent first and do not roll over.',
  purchasedTokens: 'Purchased tokens never expire.',
  afterCancelling:
    'After cancelling, PRO lasts to the end of the period you paid for. Then monthly tokens lapse, and purchased tokens wait until you are on PRO again.',
  adminTitle: 'Admin Access - Unlimited Discoveries',
  adminDetail: 'Tokens are not deducted from your account.',
  checkout: 'Payments are handled by an external checkout. Prices in US dollars, before tax.',
  sandbox: 'This is the billing sandbox on your own machine, a test: no money moves and no card is asked for.',
  test: 'This is a test: payments here take test cards only, and no money moves.',
} as const

/** `1 token`, `2 tokens`. */
export function countTokens(count: number): string {
  return `${count} ${count === 1 ? 'token' : 'tokens'}`
}

/**
 * Describes how PRO starts, e.g. "7 days free, then $49 a month". @param trialDays 0 when there is no trial for this
 * person
 */
export function describeStart(trialDays: number): string {
  const price = `$${PLANS.pro.monthlyPrice} a month`
  return trialDays > 0 ? `${trialDays} ${trialDays === 1 ? 'day' : 'days'} free, then ${price}` : price
}

function describeCosts(): string {
  const { hedge_analysis: hedge, agentic_discovery: discovery } = TOKEN_COSTS
  return hedge === discovery
    ? `A hedge analysis or a discovery run uses ${countTokens(hedge)}.`
    : `A hedge analysis uses ${countTokens(hedge)}, a discovery run ${countTokens(discovery)}.`
}
