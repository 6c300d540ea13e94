// Tests: ../ask.test.ts

import { type BacktestResult, type BacktestScenario, namePositions } from '@ballast/contract'
import { CRISES, nameCrisis } from '@ballast/contract/hedge-request'
import { addDays } from '../../../advice/record/horizon.ts'
import { abs, ground, plain } from '../../../grounding/grounded-text.ts'
import { say } from '../../../grounding/sentence.ts'
import type { Desk, Source } from '../desk.ts'
import { type Answers, USUAL_PERIOD } from '../question.ts'
import { ASKING } from '../sentence-kinds.ts'
import {
  caveat,
  comparison,
  evidence,
  gained,
  nameCompared,
  titleCompared,
  toBars,
  toTable,
  unknown,
  verdict,
} from './writing.ts'

const MOST_CRISES = 11

/** Questions about the past of the positions held today. */
export const PAST_ANSWERS = {
  async crisis(desk, { crisis = '' }) {
    const replay = await desk.backtest(crisis)
    const { own, market, benchmark } = citeReplay(desk, replay)
    return [
      verdict(ground`In ${nameCrisis(crisis)}, today’s portfolio would have fallen ${own.fall} at most.`),
      market ? comparison(ground`${titleCompared(benchmark)} fell ${market.fall}.`) : tellUncompared(benchmark),
      evidence(
        ground`From ${desk.cite(replay, 'scenario.first')} to ${desk.cite(replay, 'scenario.last')}, the portfolio ${gained(own.total)}.`,
      ),
      ...tellProxies(desk, replay),
      compareReplay(desk, replay, nameCrisis(crisis)),
    ]
  },
  async 'crisis-against-market'(desk, { crisis = '' }) {
    const replay = await desk.backtest(crisis)
    const { own, market, benchmark } = citeReplay(desk, replay)
    const than = nameCompared(benchmark)
    const isBetter = market !== null && Number(own.total.value) > Number(market.total.value)
    return [
      market === null
        ? tellUncompared(benchmark)
        : verdict(
            isBetter
              ? plain(`Yes. In ${nameCrisis(crisis)} the portfolio did better than ${than}.`)
              : plain(`No. In ${nameCrisis(crisis)} the portfolio did no better than ${than}.`),
            ground`The portfolio ${gained(own.total)}, and ${than} ${gained(market.total)}.`,
          ),
      ...tellProxies(desk, replay),
      compareReplay(desk, replay, nameCrisis(crisis)),
    ]
  },
  async recovery(desk, { crisis = '' }) {
    const replay = await desk.backtest(crisis)
    const depth = desk.find(replay, 'drawdowns.0.depthPercent')
    if (!depth) return [verdict(plain(`In ${nameCrisis(crisis)} the portfolio did not fall.`))]
    const [down, back] = [desk.cite(replay, 'drawdowns.0.daysDown'), desk.find(replay, 'drawdowns.0.daysToRecover')]
    return [
      verdict(
        back
          ? ground`After ${nameCrisis(crisis)} the portfolio needed ${back} trading days to recover.`
          : ground`From ${nameCrisis(crisis)} the portfolio had not recovered by ${desk.cite(replay, 'scenario.last')}.`,
      ),
      evidence(ground`In ${nameCrisis(crisis)} the portfolio fell ${depth} over ${down} trading days.`),
      back ? [] : caveat(plain('This replay ends with its window. Use a custom range on the Backtest screen.')),
      ...tellProxies(desk, replay),
    ]
  },
  async 'worst-crisis'(desk) {
    const { content } = await desk.use<{ scenarios: BacktestScenario[] }>('list_backtest_scenarios')
    const crises = content.scenarios.filter(({ kind, id }) => kind === 'crisis' && id in CRISES).slice(0, MOST_CRISES)
    const replays = []
    for (const { id } of crises) {
      // A portfolio of young companies has no replay of some.
      const replay = await desk.backtest(id).catch(() => undefined)
      if (replay) replays.push({ id, fact: desk.cite(replay, 'metrics.maxDrawdown') })
    }
    const ranked = replays.toSorted((a, b) => Number(b.fact.value) - Number(a.fact.value))
    const [first, second] = ranked
    if (!first) return [unknown('which crisis was worst')]
    return [
      verdict(ground`The worst would have been ${nameCrisis(first.id)}, with a fall of ${first.fact}.`),
      comparison(second && ground`Next is ${nameCrisis(second.id)} with ${second.fact}.`),
      toBars(
        'Largest fall in past crises',
        ['Crisis', 'Fall'],
        ranked.map(({ id, fact }) => [nameCrisis(id).replace(/^the /, ''), fact]),
      ),
    ]
  },
  async recent(desk, { period }) {
    const replay = await (period
      ? desk.backtest('custom', { start: addDays(desk.today, -period.days), end: desk.today })
      : desk.backtest('recent-6m'))
    const name = `the ${(period ?? USUAL_PERIOD).name}`
    const { own, market, benchmark } = citeReplay(desk, replay)
    return [
      verdict(ground`Over ${name}, today’s positions ${gained(own.total)}.`),
      market ? comparison(ground`${titleCompared(benchmark)} ${gained(market.total)}.`) : tellUncompared(benchmark),
      compareReplay(desk, replay, name),
    ]
  },
  async year(desk, { year = 0 }) {
    const last = Number(desk.today.slice(0, 4))
    const end = year === last ? desk.today : `${year}-12-31`
    const replay = await desk.backtest('custom', { start: `${year}-01-02`, end })
    const { own, market, benchmark } = citeReplay(desk, replay)
    return [
      verdict(
        ground`From ${desk.cite(replay, 'scenario.first')} to ${desk.cite(replay, 'scenario.last')}, today’s positions would have ${gained(own.total)}.`,
      ),
      market ? comparison(ground`${titleCompared(benchmark)} ${gained(market.total)}.`) : tellUncompared(benchmark),
      ...tellProxies(desk, replay),
      compareReplay(desk, replay, 'this year'),
    ]
  },
  async sharpe(desk) {
    const replay = await desk.backtest('recent-1y')
    const own = desk.need(replay, 'metrics.sharpeRatio', unknown('the Sharpe ratio'))
    const market = desk.find(replay, 'benchmarkMetrics.sharpeRatio')
    return [
      verdict(ground`The Sharpe ratio of the last year is ${own}.`),
      comparison(market && ground`The Sharpe ratio of ${nameCompared(replay.content.benchmark)} is ${market}.`),
    ]
  },
  async 'worst-day'(desk) {
    const replay = await desk.backtest('recent-1y')
    const [day, loss] = [desk.find(replay, 'metrics.worstDay.date'), desk.find(replay, 'metrics.worstDay.percent')]
    if (!day || !loss) return [unknown('the worst day')]
    return [verdict(ground`The worst day of the last year was ${day}: the portfolio ${gained(loss)}.`)]
  },
  async 'value-at-risk'(desk) {
    const replay = await desk.backtest('recent-1y')
    const [limit, mean] = [desk.find(replay, 'metrics.var95'), desk.find(replay, 'metrics.cvar95')]
    if (!limit || !mean) return [unknown('the value at risk')]
    return [
      verdict(ground`On one day in twenty, the portfolio lost ${limit} or more over the last year.`),
      evidence(ground`On those days the average loss was ${mean}.`),
    ]
  },
} satisfies Answers

function citeReplay(desk: Desk, replay: Source<BacktestResult>) {
  const of = (whose: string) => ({
    total: desk.cite(replay, `${whose}.totalReturn`),
    fall: desk.cite(replay, `${whose}.maxDrawdown`),
  })
  const { benchmark, benchmarkCover } = replay.content
  // Where the benchmark lacks days, its figures are of another time.
  return { own: of('metrics'), market: benchmarkCover === null ? of('benchmarkMetrics') : null, benchmark }
}

const tellUncompared = (benchmark: string) =>
  say(ASKING.uncompared, plain(`${benchmark} has no prices for a part of this time, so nothing is compared with it.`))

function compareReplay(desk: Desk, replay: Source<BacktestResult>, name: string) {
  const { own, market, benchmark } = citeReplay(desk, replay)
  return toTable(
    `Today’s portfolio in ${name}`,
    ['', 'Portfolio', titleCompared(benchmark, 'Market')],
    [
      ['Return', own.total, market?.total],
      ['Largest fall', own.fall, market?.fall],
    ],
  )
}

/** Tells which positions a proxy replaces in a replay, and which are left out. */
function tellProxies(desk: Desk, replay: Source<BacktestResult>) {
  const share = desk.cite(replay, 'coverage.proxyPercent')
  const { leftOut } = replay.content.covers
  return [
    say(
      ASKING.proxies,
      Number(share.value) > 0 &&
        ground`Proxies replace ${abs(share)} of the value, which did not trade then or has no daily prices.`,
    ),
    say(
      ASKING.notReplayed,
      leftOut.length > 0 &&
        plain(
          `The replay leaves out: ${namePositions(
            leftOut.map(({ ticker }) => ticker),
            { most: NAMED, isCounted: false },
          )}.`,
        ),
    ),
  ]
}

const NAMED = 8
