import { type MeteredFeature, PLANS, type PlanId, TOKEN_COSTS } from './plans.ts'

/** Who somebody is for what they may do: an admin is one whatever the subscription. */
export type Role = PlanId | 'admin'

const OF_PRO = {
  hedge_analysis: true,
  agentic_discovery: true,
  comprehensive_analysis: true,
  policies: true,
  buyTokens: true,
  prioritySupport: true,
  readImagesWithModel: true,
  askWithModel: true,
  unlimitedTokens: false,
  seeUsageAnalytics: false,
  manageUsers: false,
} as const

/** Everything that not everybody may do. What is not listed, such as portfolios, analysis, backtests and options, is for all. */
export const ENTITLEMENTS = {
  free: {
    hedge_analysis: false,
    agentic_discovery: false,
    comprehensive_analysis: false,
    policies: false,
    buyTokens: false,
    prioritySupport: false,
    readImagesWithModel: false,
    askWithModel: false,
    unlimitedTokens: false,
    seeUsageAnalytics: false,
    manageUsers: false,
  },
  pro: OF_PRO,
  admin: { ...OF_PRO, unlimitedTokens: true, seeUsageAnalytics: true, manageUsers: true },
} as const satisfies Record<Role, Record<string, boolean>>
export type Entitlement = keyof (typeof ENTITLEMENTS)['free']

/** @param user as `GET /api/auth/user` gives it; `isAdmin` is 1 or true for admins */
export function roleOf(user: { subscriptionTier: PlanId; isAdmin: 0 | 1 | boolean }): Role {
  return user.isAdmin === 1 || user.isAdmin === true ? 'admin' : user.subscriptionTier
}

/** True when the role may do it. */
export function can(role: Role, entitlement: Entitlement): boolean {
  return ENTITLEMENTS[role][entitlement]
}

interface FeatureTerms {
  name: string
  /** Tokens that one run takes; 0 is included in the plan. */
  tokenCost: number
  /** `message` of the 403 with `requiresUpgrade`. */
  upgradeMessage: string
  /** `message` of the 403 with `requiresPurchase`. */
  purchaseMessage: string
}

const PURCHASE_MESSAGE = "You've used all your AI analysis tokens. Purchase more to continue."
const PRO = PLANS.pro.name

/** Terms of each feature that runs on a plan: its price, and the words with which it is refused. */
export const FEATURE_TERMS = {
  hedge_analysis: {
    name: 'AI Hedge Recommendations',
    tokenCost: TOKEN_COSTS.hedge_analysis,
    upgradeMessage: `AI Hedge Recommendations is a ${PRO} feature. Upgrade to access AI-powered hedge analysis.`,
    purchaseMessage: PURCHASE_MESSAGE,
  },
  agentic_discovery: {
    name: 'Agentic Option Discovery',
    tokenCost: TOKEN_COSTS.agentic_discovery,
    upgradeMessage: `Agentic Option Discovery is a ${PRO} feature. Upgrade to discover non-obvious option ideas.`,
    purchaseMessage: PURCHASE_MESSAGE,
  },
  comprehensive_analysis: {
    name: 'AI Portfolio Analysis',
    tokenCost: TOKEN_COSTS.comprehensive_analysis,
    upgradeMessage: `AI Portfolio Analysis is a ${PRO} feature. Upgrade to access the comprehensive analysis.`,
    purchaseMessage: PURCHASE_MESSAGE,
  },
} as const satisfies Record<MeteredFeature, FeatureTerms>

/** Words for the refusal of a token purchase by somebody who is not on PRO. */
export const TOKEN_PURCHASE_UPGRADE_MESSAGE = `Token packages are for ${PRO}. Upgrade first; tokens you bought earlier are kept.`

/** Words for the refusal of a language model's look at images by somebody who is not on PRO. */
export const IMAGE_MODEL_UPGRADE_MESSAGE = `A language model reads images on ${PRO} only. Upgrade, or send the images without it: this server reads them too.`

/** Words for the refusal of a policy to somebody who is not on PRO. */
export const POLICY_UPGRADE_MESSAGE = `Policies are a ${PRO} feature. Upgrade to have a placed hedge checked after every close.`

/** Words for the refusal of a second watch rule to somebody who is not on PRO. */
export const WATCH_UPGRADE_MESSAGE = `One watch rule is free. Upgrade to ${PRO} for up to 20 rules, with e-mail and other channels.`
