// Tests: ../ask.test.ts

import { namePosition } from '@ballast/contract'
import { ground, plain } from '../../../grounding/grounded-text.ts'
import { say } from '../../../grounding/sentence.ts'
import type { Desk } from '../desk.ts'
import type { Answers } from '../question.ts'
import { ASKING } from '../sentence-kinds.ts'
import {
  caveat,
  comparison,
  evidence,
  extra,
  gained,
  listNames,
  nameCompared,
  rose,
  toBars,
  toTable,
  unknown,
  verdict,
  wouldGain,
} from './writing.ts'

/** Questions about the value and the content of a portfolio. */
export const PORTFOLIO_ANSWERS = {
  async value(desk) {
    const overview = await desk.overview()
    const value = desk.need(overview, 'marketValue', unknown('what it is worth'))
    const gain = desk.find(overview, 'totalGain.value')
    return [
      verdict(ground`The portfolio is worth ${value}.`),
      evidence(gain && ground`Since you bought, the portfolio has ${gained(gain)}.`),
      tellUnpriced(overview.content.unpriced),
    ]
  },
  async 'day-change'(desk) {
    const overview = await desk.overview()
    const change = desk.need(overview, 'dayChange.value', unknown('how today went'))
    const percent = desk.find(overview, 'dayChange.percent')
    return [
      verdict(
        percent
          ? ground`Today the portfolio ${gained(change)} (${percent}).`
          : ground`Today the portfolio ${gained(change)}.`,
      ),
      listMoves(desk, overview),
    ]
  },
  async movers(desk) {
    const overview = await desk.overview()
    const { moves } = overview.content
    const sentences = listMoves(desk, overview)
    const rows = moves.map(
      ({ ticker }, place) => [ticker, desk.find(overview, `moves.${place}.changePercent`)] as const,
    )
    if (moves.length === 0) return [unknown('what moved today')]
    return [
      sentences.map((one) => ({ ...one, must: true })),
      toBars('Largest moves of the day', ['Holding', 'Move'], rows),
    ]
  },
  async 'total-gain'(desk) {
    const overview = await desk.overview()
    const [gain, percent] = [desk.find(overview, 'totalGain.value'), desk.find(overview, 'totalGain.percent')]
    if (!gain) return [caveat(plain('No position has both a price and a cost, so there is no gain to tell.'))]
    const without = overview.content.withoutCost
    return [
      verdict(
        percent
          ? ground`Since you bought, the portfolio ${gained(gain)} (${percent}).`
          : ground`Since you bought, the portfolio ${gained(gain)}.`,
      ),
      caveat(without.length > 0 && plain(`Left out, because their cost is not known: ${listNames(without)}.`)),
    ]
  },
  async largest(desk) {
    const analysis = await desk.correlation()
    const { marketCorrelations } = analysis.content
    const weight = desk.need(analysis, 'marketCorrelations.0.weightPercent', unknown('what is largest'))
    const rows = marketCorrelations
      .slice(0, 8)
      .map(({ ticker }, place) => [ticker, desk.find(analysis, `marketCorrelations.${place}.weightPercent`)] as const)
    const five = desk.find(analysis, 'concentration.topFivePercent')
    return [
      verdict(
        ground`The largest position is ${namePosition(marketCorrelations[0]?.ticker ?? '')} with ${weight} of the portfolio.`,
      ),
      evidence(five && ground`The five largest positions make up ${five}.`),
      toBars('Largest positions by weight', ['Holding', 'Weight'], rows),
    ]
  },
  async cash(desk) {
    const analysis = await desk.correlation()
    const place = analysis.content.sectorExposure.findIndex(({ sector }) => sector === 'Cash')
    if (place === -1) return [verdict(plain('The portfolio holds no cash.'))]
    const [value, share] = [
      desk.cite(analysis, `sectorExposure.${place}.value`),
      desk.cite(analysis, `sectorExposure.${place}.percentage`),
    ]
    return [verdict(ground`The portfolio holds ${value} in cash, ${share} of it.`)]
  },
  async positions(desk) {
    const held = await desk.held()
    return [verdict(ground`The portfolio has ${desk.cite(held, 'page.total')} positions.`)]
  },
  async unpriced(desk) {
    const missing = tellUnpriced((await desk.overview()).content.unpriced)
    return [missing.length > 0 ? missing : verdict(plain('Every position has a price.'))]
  },
  async freshness(desk) {
    const { asOf, simulated, session } = (await desk.overview()).content
    if (asOf === null) return [unknown('how old the prices are: nothing has a price')]
    const day = desk.state('source.pricesAsOf', asOf.slice(0, 10))
    return [
      verdict(ground`The newest price is of ${day}.`),
      caveat(simulated && plain('All market data here is simulated, not real.')),
      evidence(plain(session === 'open' ? 'The market is open.' : 'The market is closed.')),
    ]
  },
  async sectors(desk) {
    const analysis = await desk.correlation()
    const { sectorExposure } = analysis.content
    const [first] = sectorExposure
    if (!first) return [unknown('the sectors')]
    const rows = sectorExposure
      .slice(0, 8)
      .map(({ sector }, place) => [sector, desk.cite(analysis, `sectorExposure.${place}.percentage`)] as const)
    return [
      verdict(
        ground`The largest sector is ${first.sector} with ${desk.cite(analysis, 'sectorExposure.0.percentage')}.`,
      ),
      toBars('Weight by sector', ['Sector', 'Weight'], rows),
    ]
  },
  async 'sector-share'(desk, { sector = '' }) {
    const analysis = await desk.correlation()
    const fitting = analysis.content.sectorExposure.flatMap((one, place) =>
      one.sector.toLowerCase().includes(sector) ? [{ name: one.sector, place }] : [],
    )
    if (fitting.length === 0) return [verdict(plain('The portfolio holds nothing in this sector.'))]
    return [
      verdict(
        ...fitting.map(
          ({ name, place }) =>
            ground`${name} is ${desk.cite(analysis, `sectorExposure.${place}.percentage`)} of the portfolio, ${desk.cite(analysis, `sectorExposure.${place}.value`)}.`,
        ),
      ),
    ]
  },
  async rates(desk) {
    const overview = await desk.overview()
    if (overview.content.rates === null) {
      const beta = desk.find(overview, 'risk.beta')
      return [
        verdict(
          plain('The portfolio holds no single Treasuries. Ballast computes the effect of yields for those alone.'),
        ),
        extra(beta && ground`The nearest figure is the beta to ${nameCompared(overview.content.benchmark)}, ${beta}.`),
      ]
    }
    const rise = desk.need(overview, 'rates.ifYieldsRise', unknown('what yields do to your Treasuries'))
    const [fall, duration, value] = [
      desk.cite(overview, 'rates.ifYieldsFall'),
      desk.find(overview, 'rates.duration'),
      desk.cite(overview, 'rates.value'),
    ]
    return [
      verdict(ground`If all yields rise by one point, your Treasuries ${wouldGain(rise)}.`),
      comparison(ground`If all yields fall by one point, your Treasuries ${wouldGain(fall)}.`),
      evidence(duration && ground`Your Treasuries are worth ${value}, with a modified duration of ${duration} years.`),
      toTable(
        'Treasuries when yields move',
        ['Yields', 'Change'],
        [
          ['One point up', rise],
          ['One point down', fall],
        ],
      ),
    ]
  },
} satisfies Answers

const tellUnpriced = (unpriced: Record<string, string>) =>
  Object.keys(unpriced).length > 0
    ? say(ASKING.unpriced, plain(`Without a price, and left out: ${listNames(Object.keys(unpriced))}.`))
    : []

function listMoves(desk: Desk, overview: Awaited<ReturnType<Desk['overview']>>) {
  return overview.content.moves.flatMap(({ ticker }, place) => {
    const change = desk.find(overview, `moves.${place}.changePercent`)
    return change ? evidence(ground`${namePosition(ticker)} ${rose(change)}.`) : []
  })
}
