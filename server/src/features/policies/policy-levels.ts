import { MARKET_INDEX, type PolicyLevel, type PolicyState } from '@ballast/contract'
import { type HedgeContext, moveMarket } from '@ballast/quant'
import { type Condition, findCondition } from './judge-policy.ts'
import { findExcess, findMostValue, holdsWithLess } from './policy-excess.ts'
import { type PolicySubject, priceLegs } from './policy-subject.ts'

/** Moves at which is looked, each way, until the state is another; the largest is a level itself. */
const MOVES = [0.01, 0.02, 0.04, 0.07]
/** A level is found to so much of the price. */
const RESOLUTION = 0.001
const LEVEL_HOURS = 1

type FoundLevel = Omit<PolicyLevel, 'restsUntil'>

/**
 * The prices at which the state of a policy would change today: of the market, with everything that follows it by its beta, and of
 * each other ticker that a leg is written on, moving alone. Found by judging the policy again on the moved market (`moveMarket`),
 * at moves of 1, 2, 4 and 7 %, and between two of them to a tenth of a percent. A state that lasts for less than such a step is
 * not seen, nor is what a single share or a jump of volatility alone would do.
 *
 * @param subject its legs alive, and its calendar days left
 */
export function findLevels(
  context: Pick<HedgeContext, 'book' | 'lookup' | 'lossDays' | 'situation' | 'underlyings'>,
  subject: PolicySubject & { daysLeft: number },
): FoundLevel[] {
  const { situation, underlyings, lossDays } = context
  const { legs: held, terms, daysLeft } = subject
  const conditionAfter = (move: number, ticker?: string): Condition => {
    const { book, lookup } = moveMarket(context, move, ticker)
    const legs = priceLegs(held, book.options)
    const after = { lossDays, lookup }
    return findCondition(terms, {
      excess: findExcess(after, book, subject),
      legsValue: legs.reduce((sum, { contracts, multiplier, premium }) => sum + contracts * multiplier * premium, 0),
      mostLegsValue: findMostValue(legs),
      daysLeft,
      holdsWithLess: () => holdsWithLess(after, { book, legs }, subject),
    })
  }
  const now = conditionAfter(0)
  const ways = (ticker: string, spot: number, alone?: string) =>
    ([-1, 1] as const).map((sign): FoundLevel => {
      const { move, to } = findMove((size) => conditionAfter(sign * size, alone), now)
      return { ticker, side: sign < 0 ? 'below' : 'above', price: spot * (1 + sign * move), to: STATES[to] }
    })
  const own = underlyings.filter(
    ({ ticker, kind }) => kind === 'price' && !isIndex(ticker) && held.some(({ underlying }) => underlying === ticker),
  )
  return [
    ...(situation.index.price > 0 ? ways(MARKET_INDEX, situation.index.price) : []),
    ...own.flatMap(({ ticker, spot }) => ways(ticker, spot, ticker)),
  ]
}

/** A state as the condition is called; which of two broken states it will be, its history decides. */
const STATES: Record<Condition, PolicyState> = {
  broken: 'too-little',
  'paid-out': 'paid-out',
  'expires-soon': 'expires-soon',
  'more-than-needed': 'more-than-needed',
  holds: 'holds',
}

/** The market itself, and indices that nobody trades: they move with it. */
const isIndex = (ticker: string) => ticker === MARKET_INDEX || ticker.startsWith('^')

interface Found {
  move: number
  to: Condition
}

function findMove(conditionAfter: (size: number) => Condition, now: Condition): Found {
  let inner = 0
  for (const size of MOVES) {
    let found: Found = { move: size, to: conditionAfter(size) }
    if (found.to === now) {
      inner = size
      continue
    }
    while (found.move - inner > RESOLUTION) {
      const middle = (inner + found.move) / 2
      const to = conditionAfter(middle)
      if (to === now) inner = middle
      else found = { move: middle, to }
    }
    return found
  }
  return { move: inner, to: now }
}

/** Levels that prices have reached or passed. */
export const listCrossed = <Level extends FoundLevel>(
  levels: readonly Level[],
  prices: ReadonlyMap<string, number>,
): Level[] =>
  levels.filter(({ ticker, side, price }) => {
    const now = prices.get(ticker)
    return now !== undefined && (side === 'below' ? now <= price : now >= price)
  })

interface Judged {
  state: PolicyState
  levels: readonly PolicyLevel[]
}

/**
 * Levels of a new check, each at rest for an hour if it parts the same two states as a level at which the check was made, and as
 * long as before if it parts those of a level that still rests.
 *
 * @param prices at which the check was made; left out where it was made for another reason
 */
export function restLevels(
  { state, levels }: { state: PolicyState; levels: readonly FoundLevel[] },
  before: Judged | null,
  { now, prices = new Map() }: { now: Date; prices?: ReadonlyMap<string, number> | undefined },
): PolicyLevel[] {
  const rests = new Map<string, string>()
  if (before !== null) {
    const until = new Date(now.getTime() + LEVEL_HOURS * 3_600_000).toISOString()
    for (const level of before.levels) {
      if (level.restsUntil !== null && level.restsUntil > now.toISOString()) {
        rests.set(toBoundary(before.state, level), level.restsUntil)
      }
    }
    for (const level of listCrossed(before.levels, prices)) rests.set(toBoundary(before.state, level), until)
  }
  return levels.map((level) => ({ ...level, restsUntil: rests.get(toBoundary(state, level)) ?? null }))
}

/** The two states on both sides of a level, whichever comes first. */
const toBoundary = (state: PolicyState, { ticker, to }: FoundLevel) =>
  [ticker, ...[state, to].map((one) => (one === 'decayed' ? 'too-little' : one)).sort()].join(' ')
