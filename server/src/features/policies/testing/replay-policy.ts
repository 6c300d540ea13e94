import { randomUUID } from 'node:crypto'
import type { HedgeAnalysis, NewPolicyLeg, Policy, PolicyState } from '@ballast/contract'
import {
  addTradingDays,
  completeHedgeRequest,
  countHedgeDays,
  createLegLookup,
  createLossLimits,
  formatIsoDate,
  listHeldLossDays,
  parseIsoDate,
  prepareHedging,
  repriceHedge,
} from '@ballast/quant'
import { makePro, toSignedInPro } from '../../../accounts/testing/pro-user.ts'
import { buildBookModel } from '../../../advice/book/build-book-model.ts'
import { loadBookInput } from '../../../advice/book/load-book-input.ts'
import { REPLAYED_PORTFOLIO } from '../../../advice/record/replayed-portfolio.ts'
import type { SignedInUser } from '../../../http/authentication.ts'
import { runWholeJob } from '../../../jobs/testing/run-whole-job.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { analyse, upload } from '../../hedges/testing/hedge-client.ts'
import { TOLERANCE } from '../judge-policy.ts'
import { createPolicyService } from '../policies.service.ts'
import { createPolicyJob } from '../policy-job.ts'

const VALUE = 1_000_000
const LIMIT = 15
const SHOCK = 20
const HOUR = 3_600_000

export interface ReplayedClose {
  day: string
  state: PolicyState
  /** Sentence of the check. */
  sentence: string
  /** Finding of a second method: the limit is broken by more than checks forgive, or kept at every fall that was tried. */
  truth: 'broken' | 'kept' | 'between'
  /** How much more than on the dates of a check is lost on the worst day between them, in points of the value. */
  lostBetweenDates: number
  /** Titles of messages of this close. */
  told: string[]
  /** Dollars that following the advice cost, before its options pay; 0 where there was none. */
  paid: number
}

const BROKEN: readonly PolicyState[] = ['too-little', 'decayed']

/**
 * A sample portfolio on the simulated market with one policy whose owner places every ticket that a check proposes, on the same
 * evening. The first hedge is that of a search.
 *
 * @param span first and last close, YYYY-MM-DD
 */
export async function replayPolicy(span: { from: string; to: string }): Promise<ReplayedClose[]> {
  let now = toEvening(parseIsoDate(span.from))
  const app = await createTestApp({ overrides: { clock: { now: () => now } } })
  try {
    const client = await app.signIn('replay@example.com')
    const { id: userId } = await client.json<{ id: string }>('/api/auth/user')
    await makePro(app.db, userId, { purchased: 5 })
    const portfolioId = await upload(client, await toRows(app))
    const analysis = await analyse(client, portfolioId, { limitPercent: LIMIT, shockPercent: SHOCK })
    const policies = createPolicyService(app.dependencies)
    const user = toSignedInPro(userId)
    const signal = new AbortController().signal
    const first = toFirstPolicy(analysis, span.from)
    let { id: policyId } = await policies.create(user, portfolioId, first, { signal })
    const job = createPolicyJob(app.dependencies)
    const closes: ReplayedClose[] = []
    for (let day = parseIsoDate(span.from); ; ) {
      day = addTradingDays(day, 1)
      if (formatIsoDate(day) > span.to) break
      now = toEvening(day)
      const before = await countMessages(app)
      await runWholeJob(job)
      const { policy } = await policies.get(user, policyId)
      const measured = await measureAgain(app, { userId, portfolioId, policy })
      const told = (await listTitles(app)).slice(before)
      const paid = await follow(policies, user, policy, signal)
      const { state = 'cannot-be-judged', sentence = '' } = policy.judgement ?? {}
      closes.push({ day: formatIsoDate(day), state, sentence, ...measured, told, paid })
      policyId = policy.id
    }
    return closes
  } finally {
    await app.close()
  }
}

/** Breaks of the limit, how many of them the same evening's check told or had told already, and alarms that were none. */
export function countBreaks(closes: readonly ReplayedClose[]) {
  const broken = closes.filter(({ truth }) => truth === 'broken')
  return {
    closes: closes.length,
    breaks: broken.length,
    missed: broken.filter(({ state }) => !BROKEN.includes(state) && state !== 'expired').map(({ day }) => day),
    unjudged: closes.filter(({ state }) => state === 'cannot-be-judged').map(({ day }) => day),
    falseAlarms: closes.filter(({ truth, state }) => truth === 'kept' && BROKEN.includes(state)).map(({ day }) => day),
    messages: closes.reduce((sum, { told }) => sum + told.length, 0),
    tickets: closes.filter(({ paid }) => paid !== 0).length,
    paid: closes.reduce((sum, { paid }) => sum + paid, 0),
    lostBetweenDates: Math.max(0, ...closes.map(({ lostBetweenDates }) => lostBetweenDates)),
  }
}

const toEvening = (day: number) => new Date(Date.parse(`${formatIsoDate(day)}T22:00:00Z`) + HOUR)

async function toRows(app: TestApp): Promise<string> {
  const { weights } = REPLAYED_PORTFOLIO
  const { found } = await app.dependencies.marketData.getQuotes({ tickers: Object.keys(weights) })
  return [...found]
    .map(([ticker, { price }]) => `${ticker},${Math.round(((weights[ticker] ?? 0) * VALUE) / price)},1\n`)
    .join('')
}

function toFirstPolicy({ term, hedgeStrategies, request }: HedgeAnalysis, placedOn: string) {
  const strategy = hedgeStrategies.find(({ role }) => role === 'recommended')
  if (strategy === undefined || term === null) throw new Error('The first search found no hedge')
  return {
    limitPercent: request.limitPercent,
    shockPercent: request.shockPercent,
    endsOn: term.lastDay,
    legs: strategy.legs.map(({ symbol, contracts, premium }) => ({
      symbol,
      ordered: contracts,
      filled: contracts,
      price: premium,
    })),
    fees: strategy.cost.fees,
    placedOn,
    addPositions: true,
    analysisId: null,
    strategyId: null,
  }
}

/** Places the cheapest ticket that the check proposed. @returns its cost */
async function follow(
  policies: ReturnType<typeof createPolicyService>,
  user: SignedInUser,
  { id, judgement, legs, endsOn }: Policy,
  signal: AbortSignal,
): Promise<number> {
  const [repair] = judgement?.repairs ?? []
  if (repair === undefined || repair.orders.length === 0) return 0
  const held = new Map<string, NewPolicyLeg>(
    legs
      .filter(({ expiry }) => expiry >= (judgement?.day ?? ''))
      .map(({ symbol, filled, price }) => [symbol, { symbol, ordered: filled, filled, price }]),
  )
  for (const { symbol, contracts, premium } of repair.orders) {
    const before = held.get(symbol)
    const filled = (before?.filled ?? 0) + contracts
    if (filled === 0) held.delete(symbol)
    else held.set(symbol, { symbol, ordered: filled, filled, price: before?.price ?? premium })
  }
  if (held.size === 0) return repair.cost
  await policies.change(user, id, { legs: [...held.values()], endsOn: repair.endsOn ?? endsOn }, signal)
  return repair.cost
}

/**
 * The loss at every fall of the loss curve, by repricing the legs one by one. A limit is judged on the dates of
 * `listHeldLossDays`, so a break is one on them; the days between tell what these dates leave out.
 */
async function measureAgain(
  { dependencies: { clock, marketData, portfolioReader } }: TestApp,
  { userId, portfolioId, policy }: { userId: string; portfolioId: string; policy: Policy },
): Promise<Pick<ReplayedClose, 'truth' | 'lostBetweenDates'>> {
  const { lots } = await portfolioReader.getHeld(userId, portfolioId)
  const ignore = () => undefined
  const input = await loadBookInput(
    { clock, marketData },
    {
      analysisId: randomUUID(),
      portfolio: { id: portfolioId, name: '', lots },
      body: {},
      signal: new AbortController().signal,
      progress: { onPriced: ignore, onHistories: ignore, onChains: ignore },
    },
  )
  if (input === null) return { truth: 'between', lostBetweenDates: 0 }
  const { situation } = buildBookModel(input)
  const { tradingDays } = countHedgeDays(situation.today, policy.endsOn)
  const limit = policy.limitPercent / 100
  const shock = -policy.shockPercent / 100
  const request = completeHedgeRequest({ limit, shock, horizonDays: Math.max(1, tradingDays) })
  const { book, underlyings } = prepareHedging(situation, request)
  const legs = book.options
  const legsValue = legs.reduce((sum, leg) => sum + leg.contracts * leg.multiplier * leg.premium, 0)
  const lookup = createLegLookup(underlyings)
  const findWorst = (days: readonly number[]) =>
    Math.max(
      ...createLossLimits({ limit, shock }).flatMap(({ marketReturn, largestLoss }) =>
        days.flatMap((horizonDays) =>
          [0, 1].map((scale) => {
            const { unhedged, legValues } = repriceHedge(
              { book: { ...book, options: [] }, legs, fees: 0, underlyings },
              { marketReturn, horizonDays, volatility: { kind: 'rule', scale } },
              lookup,
            )
            const after = unhedged + legValues.reduce((sum, one) => sum + one, 0) - legsValue
            return -after / book.value - largestLoss
          }),
        ),
      ),
    )
  const worst = findWorst(listHeldLossDays(tradingDays))
  const worstOfAll = findWorst(Array.from({ length: tradingDays + 1 }, (_, day) => day))
  return {
    truth: worst > TOLERANCE ? 'broken' : worst <= 0 ? 'kept' : 'between',
    lostBetweenDates: 100 * (worstOfAll - worst),
  }
}

const listTitles = async ({ db }: TestApp) =>
  (await db.asOwner('select title from inbox_messages order by created_at')).map(({ title }) => String(title))
const countMessages = async (app: TestApp) => (await listTitles(app)).length
