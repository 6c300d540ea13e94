// Tests: ../ask.test.ts

import { namePosition, namePositions } from '@ballast/contract'
import { abs, ground, plain } from '../../../grounding/grounded-text.ts'
import type { Desk } from '../desk.ts'
import { type Answers, fallOf } from '../question.ts'
import {
  caveat,
  comparison,
  evidence,
  extra,
  nameCompared,
  titleCompared,
  toBars,
  toTable,
  unknown,
  verdict,
} from './writing.ts'

/** Questions about losses, common moves and the effect of a sale. */
export const RISK_ANSWERS = {
  async beta(desk) {
    const overview = await desk.overview()
    const beta = desk.need(overview, 'risk.beta', unknown('the beta'))
    return [
      verdict(
        ground`The beta of the portfolio is ${beta}: when ${nameCompared(overview.content.benchmark)} moves by one percent, it moves by about ${beta} percent.`,
      ),
    ]
  },
  async volatility(desk) {
    const overview = await desk.overview()
    const own = desk.need(overview, 'risk.volatilityPercent', unknown('the volatility'))
    const market = desk.find(overview, 'risk.benchmarkVolatilityPercent')
    return [
      verdict(ground`The volatility of the portfolio over the last year is ${own}.`),
      comparison(market && ground`The volatility of ${nameCompared(overview.content.benchmark)} is ${market}.`),
      toBars(
        'Volatility of one year',
        ['', 'Volatility'],
        [
          ['Portfolio', own],
          [titleCompared(overview.content.benchmark, 'Market'), market],
        ],
      ),
    ]
  },
  async drawdown(desk) {
    const overview = await desk.overview()
    const own = desk.need(overview, 'risk.maxDrawdownPercent', unknown('the largest fall'))
    const market = desk.find(overview, 'risk.benchmarkMaxDrawdownPercent')
    return [
      verdict(ground`The largest fall of the portfolio in the last year is ${own}.`),
      comparison(market && ground`${titleCompared(overview.content.benchmark)} fell ${market} at most.`),
      toBars(
        'Largest fall of one year',
        ['', 'Fall'],
        [
          ['Portfolio', own],
          [titleCompared(overview.content.benchmark, 'Market'), market],
        ],
      ),
    ]
  },
  async 'biggest-risk'(desk) {
    const overview = await desk.overview()
    const { topRisk } = overview.content
    const [weight, share] = [
      desk.find(overview, 'topRisk.weightPercent'),
      desk.find(overview, 'topRisk.riskSharePercent'),
    ]
    if (!topRisk || !weight) return [unknown('where the risk lies')]
    const names = namePositions(topRisk.tickers)
    return [
      share
        ? verdict(ground`Most of the risk lies in ${names}: ${weight} of the value, and ${share} of the risk.`)
        : verdict(ground`The largest risk is ${names} with ${weight} of the value.`),
    ]
  },
  async diversification(desk) {
    const analysis = await desk.correlation()
    const score = desk.find(analysis, 'diversificationScore')
    const { diversification, diversificationMissing } = analysis.content
    if (!score || !diversification)
      return [
        caveat(
          plain(
            diversificationMissing?.match(/\d/)
              ? 'There is too little history for a score.'
              : (diversificationMissing ?? 'There is no score.'),
          ),
        ),
      ]
    const bets = desk.find(analysis, 'diversification.effectiveBets')
    return [
      verdict(ground`${diversification.label}: the score is ${score} of one hundred.`),
      evidence(bets && ground`Your risk is spread as if over ${bets} equal positions that move apart.`),
      caveat(diversification.isDoubtful && plain('The score says little: much of the portfolio has too little data.')),
    ]
  },
  async 'independent-bets'(desk) {
    const analysis = await desk.correlation()
    const bets = desk.need(analysis, 'diversification.effectiveBets', unknown('the number of bets'))
    const held = await desk.held()
    return [
      verdict(ground`Your positions act like ${bets} independent bets.`),
      comparison(ground`The portfolio has ${desk.cite(held, 'page.total')} positions.`),
    ]
  },
  async concentration(desk) {
    const analysis = await desk.correlation()
    const { concentrationRisk, concentration } = analysis.content
    if (!concentrationRisk || !concentration) return [unknown('the concentration')]
    const [five, equal, name] = [
      desk.find(analysis, 'concentration.topFivePercent'),
      desk.find(analysis, 'concentration.effectivePositions'),
      desk.find(analysis, 'concentration.largestName.weightPercent'),
    ]
    return [
      verdict(plain(`The concentration risk is ${concentrationRisk.toLowerCase()}.`)),
      evidence(
        name &&
          ground`Among companies and coins, ${namePosition(concentration.largestName?.ticker ?? '')} weighs most, with ${name}.`,
      ),
      evidence(five && ground`The five largest positions make up ${five}.`),
      extra(equal && ground`Your money is spread as if over ${equal} equal companies.`),
    ]
  },
  'one-bet': (desk) => answerPairs(desk, 'strongestPairs'),
  offsets: (desk) => answerPairs(desk, 'bestOffsets'),
  async pair(desk, { tickers: [one = '', other = ''] }) {
    const analysis = await desk.correlation([one, other].toSorted())
    const correlation = desk.find(analysis, 'correlationMatrix.0.correlation')
    if (!correlation)
      return [caveat(plain(`There is no correlation of ${one} and ${other}: both must be held, with enough history.`))]
    return [verdict(ground`The correlation of ${one} and ${other} is ${correlation}.`)]
  },
  async 'average-correlation'(desk) {
    const analysis = await desk.correlation()
    const mean = desk.need(analysis, 'averageCorrelation', unknown('the average correlation'))
    const { averageCorrelationLabel } = analysis.content

    return [
      verdict(ground`On average, your positions correlate by ${mean}.`),
      evidence(averageCorrelationLabel && plain(`${averageCorrelationLabel}.`)),
    ]
  },
  async 'market-fall'(desk, slots) {
    const fall = await desk.marketFall(fallOf(slots))
    const [asked, beta, share, money] = [
      desk.cite(fall, 'fallPercent'),
      desk.cite(fall, 'hedgingBeta'),
      desk.cite(fall, 'lossPercent'),
      desk.cite(fall, 'loss'),
    ]
    const verb = Number(share.value) < 0 ? 'gain' : 'lose'
    const { holdsOptions, leftOut } = fall.content
    return [
      verdict(ground`If the market falls ${asked} at once, you would ${verb} about ${abs(money)} (${abs(share)}).`),
      evidence(
        holdsOptions
          ? ground`The hedging beta is ${beta}, and your options are priced again.`
          : ground`The hedging beta is ${beta}: that of the last years, moved towards what is usual.`,
      ),
      caveat(leftOut > 0 && plain('Positions without a price or a history are left out.')),
    ]
  },
} satisfies Answers

async function answerPairs(desk: Desk, list: 'strongestPairs' | 'bestOffsets') {
  const analysis = await desk.correlation()
  const pairs = analysis.content[list].map(({ ticker1, ticker2 }, place) => ({
    name: namePositions([ticker1, ticker2]),
    fact: desk.cite(analysis, `${list}.${place}.correlation`),
  }))
  const [first] = pairs
  if (!first) return [caveat(plain('There are no two positions with enough history to compare.'))]
  const weight = desk.find(analysis, `${list}.0.weightPercent`)
  const isStrong = list === 'strongestPairs'
  return [
    verdict(
      isStrong
        ? ground`${first.name} come closest to one bet: their correlation is ${first.fact}.`
        : ground`${first.name} offset each other most: their correlation is ${first.fact}.`,
    ),
    evidence(weight && ground`${first.name} together are ${weight} of the portfolio.`),
    toTable(
      isStrong ? 'Pairs that move together most' : 'Pairs that offset each other most',
      ['Pair', 'Correlation'],
      pairs.map(({ name, fact }) => [name, fact]),
    ),
  ]
}
