import type { BookRisk } from './book-risk.ts'
import { sumGross } from './book-weights.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { CaveatRule, HedgeFamily, HedgeProposal, RuleFinding } from './hedge-proposal.ts'

type Caveat = RuleFinding<CaveatRule>
type Rule = (proposal: HedgeProposal, context: HedgeContext, risk: BookRisk) => readonly Caveat[]

/** Less of the variance than this is read as none. */
const SINGLE_FAMILIES: ReadonlySet<HedgeFamily> = new Set(['protective-put', 'single-name-collar', 'covered-call'])
/** Those that put options against shares that are held. */
const AGAINST_SHARES: ReadonlySet<HedgeFamily> = new Set([
  ...SINGLE_FAMILIES,
  ...(['holding-floors', 'split-hedge', 'covered-holdings'] as const),
])
/** A put this far in the money takes nearly all risk of loss and gain away from its holder. */
const DEEP = 1.1
/** Spreads that cost more than this share of the premium are worth a limit order. */
const WIDE_SHARE = 0.1
/** A chain may be made at another price than the underlying's own quote by so much, for they are not of the same second. */
const OFF_SPOT = 0.02
/** Days without a trade, a long weekend among them, after which a quote is nobody's proven price. */
const OLD_DAYS = 4
/** One-letter endings of foreign exchanges; other single letters are share classes. */
const FOREIGN_ENDING = /\.([A-Z]{2,}|[LTFV])$/

const one = (rule: CaveatRule, parameters: Caveat['parameters'] = {}): readonly Caveat[] => [{ rule, parameters }]

/** Each looks at a proposal and says what its holder should know, if it applies. */
const RULES: readonly Rule[] = [
  ({ legs }, { lookup }) =>
    legs
      .filter((leg) => {
        const { style } = lookup.find(leg).underlying
        return leg.type === 'call' && leg.contracts < 0 && style === 'american'
      })
      .flatMap((leg) => {
        const { dividendYield } = lookup.find(leg).expiry
        const parameters = { ticker: leg.underlying, strike: leg.strike, expiry: leg.expiry }
        const early = one('early-assignment', parameters)
        return dividendYield > 0.001
          ? [...early, ...one('ex-dividend-assignment', { ...parameters, dividendYield })]
          : early
      }),
  ({ legs }) =>
    legs
      .filter(({ type, contracts }) => type === 'put' && contracts < 0)
      .flatMap(({ underlying, strike, contracts, multiplier }) =>
        one('short-put-assignment', {
          ticker: underlying,
          strike,
          contracts: -contracts,
          cash: -contracts * multiplier * strike,
        }),
      ),
  ({ family, legs }) => {
    const left = legs.reduce((sum, { contracts }) => sum + contracts, 0)
    return family === 'put-spread' && left > 0 ? one('ratio-left-over', { contracts: left }) : []
  },
  ({ family, legs }) => {
    if (!AGAINST_SHARES.has(family)) return []
    const straddle = one('tax-straddle')
    return legs.some(({ type, contracts }) => type === 'call' && contracts < 0) && legs.length > 1
      ? [...straddle, ...one('tax-collar')]
      : straddle
  },
  ({ family, legs }, { lookup }) => {
    if (!AGAINST_SHARES.has(family)) return []
    const deep = legs.find((leg) => leg.type === 'put' && leg.strike >= DEEP * lookup.find(leg).underlying.spot)
    return deep === undefined ? [] : one('tax-constructive-sale', { ticker: deep.underlying, strike: deep.strike })
  },
  ({ saleTax }) => {
    if (saleTax === null || saleTax.rate === 0) return []
    const { gain, unknownValue, tax } = saleTax
    return one('tax-on-sale', tax === null ? {} : { gain: Math.max(0, gain), unknownValue, tax })
  },
  ({ legs, daysToExpiry, daysToRenewal }) =>
    legs.some(({ contracts }) => contracts > 0) && daysToExpiry !== null && daysToRenewal !== null
      ? one('decay', { daysToExpiry, daysToRenewal })
      : [],
  ({ legs, family, daysToExpiry }, { term }) => {
    const wanted = term.calendarDays
    return legs.length > 0 && family !== 'covered-call' && daysToExpiry !== null && daysToExpiry < wanted
      ? one('ends-before-horizon', { daysToExpiry, horizonDays: wanted })
      : []
  },
  ({ family }) => (family === 'covered-call' ? one('income-not-hedge') : []),
  ({ legs }, { lookup }) => {
    const settled = legs.find((leg) => lookup.find(leg).underlying.style === 'european')
    return settled === undefined ? [] : one('cash-settled', { ticker: settled.underlying })
  },
  ({ family }) => (family === 'diversifiers' ? one('bonds-fell-too') : []),
  ({ family, legs: [leg] }, { situation, lookup }) => {
    if (!SINGLE_FAMILIES.has(family) || leg === undefined) return []
    const { underlying: ticker, contracts, multiplier } = leg
    const held = situation.holdings.find((candidate) => candidate.ticker === ticker)?.value ?? 0
    const covered = Math.min(held, Math.abs(contracts) * multiplier * lookup.find(leg).underlying.spot)
    return one('covers-part', { ticker, share: covered / sumGross(situation) })
  },
  ({ family, legs: [leg] }, { situation }) => {
    const sector = situation.sectorFunds.find(({ ticker }) => ticker === leg?.underlying)?.sector
    if (family !== 'sector-put' || leg === undefined || sector === undefined) return []
    const held = situation.holdings.reduce((sum, one) => sum + (one.sector === sector ? Math.max(0, one.value) : 0), 0)
    return one('covers-part', { ticker: leg.underlying, sector, share: held / sumGross(situation) })
  },
  ({ cost, legs }) => {
    const traded = legs.reduce((sum, leg) => sum + Math.abs(leg.contracts) * leg.multiplier * leg.premium, 0)
    return cost.possibleSaving > WIDE_SHARE * traded ? one('wide-quotes', { saving: cost.possibleSaving }) : []
  },
  ({ legs }, { findMarket }) =>
    [...new Set(legs.map(({ underlying }) => underlying))].flatMap((ticker) => {
      const market = findMarket(ticker)?.market
      const elsewhere = market?.spotElsewhere ?? null
      if (market === undefined || elsewhere === null || !(elsewhere > 0)) return []
      const gap = Math.abs(market.spot / elsewhere - 1)
      return gap > OFF_SPOT ? one('quotes-off-spot', { ticker, spot: market.spot, elsewhere, gap }) : []
    }),
  ({ legs }, { findMarket }) =>
    legs.flatMap(({ underlying, type, strike, expiry }) => {
      const contract = findMarket(underlying)?.market.chain.contracts.find(
        (listed) => listed.type === type && listed.strike === strike && listed.expiry === expiry,
      )
      const days = contract?.daysSinceTrade ?? 0
      return days > OLD_DAYS ? one('old-trade', { ticker: underlying, strike, days }) : []
    }),
  ({ legs }, { situation }) =>
    legs.length > 0 && situation.holdings.some(({ ticker }) => FOREIGN_ENDING.test(ticker))
      ? one('outside-united-states')
      : [],
  ({ expected }) =>
    expected !== null && expected.netCost > 0 ? one('expected-to-cost', { netCost: expected.netCost }) : [],
]

/** A proposal's caveats: those it was drafted with, then by rule, in a fixed order, each rule and parameters once. */
export function findCaveats(proposal: HedgeProposal, context: HedgeContext, risk: BookRisk): Caveat[] {
  const seen = new Set<string>()
  return [...proposal.caveats, ...RULES.flatMap((rule) => rule(proposal, context, risk))].filter((caveat) => {
    const key = JSON.stringify([caveat.rule, caveat.rule === 'covers-part' ? null : caveat.parameters])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
