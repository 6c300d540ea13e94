// Tests: ../../../scripts/architecture/hedge-families.test.ts

/** One kind of hedge, or what hedges are compared with. */
interface HedgeFamilyRow {
  /** Name on every screen and in every text. */
  readonly name: string
  /** Why one would do it, in a sentence. */
  readonly why: string
  /** Aim: the market as a whole, single positions, shares sold or bought, or a comparison. */
  readonly role: 'market' | 'holding' | 'reallocation' | 'concentration' | 'comparator'
  /** Kind of cost: a premium paid now, return forgone on what is sold, what trading shares loses, or nothing. */
  readonly costKind: 'premium' | 'forgone-return' | 'spread' | 'none'
}

/** Every kind of hedge by its id. The ids are those of the engine's `HEDGE_FAMILIES`; a test of the server compares them. */
export const HEDGE_FAMILIES = {
  'index-put': {
    name: 'Index Put',
    why: 'Puts on the index gain when the market falls.',
    role: 'market',
    costKind: 'premium',
  },
  'put-spread': {
    name: 'Put Spread',
    why: 'Puts that are bought gain when the market falls; puts sold further down pay for a part of them.',
    role: 'market',
    costKind: 'premium',
  },
  'index-collar': {
    name: 'Index Collar',
    why: 'Calls that are sold pay for puts on the index; gains beyond the calls are given up.',
    role: 'market',
    costKind: 'premium',
  },
  'split-hedge': {
    name: 'Index and Single-Name Hedge',
    why: 'Options on the largest position cover what the market does not share, and puts on the index cover the rest.',
    role: 'market',
    costKind: 'premium',
  },
  'covered-holdings': {
    name: 'Hedges of Large Positions',
    why: 'Large positions are covered by their own options, and together these keep the limit.',
    role: 'holding',
    costKind: 'premium',
  },
  'close-options': {
    name: 'Close Sold Options',
    why: 'Options that you sold cost more as they move against you; to buy them back ends that loss.',
    role: 'holding',
    costKind: 'premium',
  },
  'protective-put': {
    name: 'Protective Put',
    why: 'A put on the position itself covers what no index hedge does: falls of this share that the market does not join.',
    role: 'holding',
    costKind: 'premium',
  },
  'single-name-collar': {
    name: 'Single-Name Collar',
    why: 'A put covers the position itself, and a call that is sold pays for it; gains beyond the call are given up.',
    role: 'holding',
    costKind: 'premium',
  },
  'covered-call': {
    name: 'Covered Call',
    why: 'A call that is sold brings income for giving up gains beyond it; in a fall the premium is all that it saves.',
    role: 'holding',
    costKind: 'premium',
  },
  'sector-put': {
    name: 'Sector ETF Put',
    why: 'Puts on the sector’s fund cover what this sector does beyond the market.',
    role: 'market',
    costKind: 'premium',
  },
  'volatility-calls': {
    name: 'VIX Calls',
    why: 'Calls on volatility gain when fear returns, at any level of the market.',
    role: 'market',
    costKind: 'premium',
  },
  'own-risk': {
    name: 'Bond, Gold or Currency Hedge',
    why: 'Options on the fund that moves this portfolio most gain when that fund falls.',
    role: 'market',
    costKind: 'premium',
  },
  'holding-floors': {
    name: 'Per-Holding Floors',
    why: 'Each position has its own put, so that no position loses more than the floor.',
    role: 'holding',
    costKind: 'premium',
  },
  diversifiers: {
    name: 'Diversifier Reallocation',
    why: 'Money moved into bonds and gold usually holds its value when shares fall.',
    role: 'reallocation',
    costKind: 'spread',
  },
  trim: {
    name: 'Trim / Rebalance',
    why: 'It takes out the risk of single companies, which no index hedge covers.',
    role: 'concentration',
    costKind: 'spread',
  },
  'reduce-exposure': {
    name: 'Reduce Exposure',
    why: 'Each hedge is judged against selling a part of all positions, which costs no premium and never expires.',
    role: 'comparator',
    costKind: 'forgone-return',
  },
  'do-nothing': {
    name: 'Do Nothing',
    why: 'Every hedge costs something; this is the portfolio as it is.',
    role: 'comparator',
    costKind: 'none',
  },
} as const satisfies Record<string, HedgeFamilyRow>

/** The id of a kind of hedge. */
export type HedgeFamilyId = keyof typeof HEDGE_FAMILIES

/** Ids in the order of the catalogue. */
export const HEDGE_FAMILY_IDS = Object.keys(HEDGE_FAMILIES) as [HedgeFamilyId, ...HedgeFamilyId[]]
