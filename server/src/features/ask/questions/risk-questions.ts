// Tests: ../ask.test.ts

import { namePosition, namePositions } from '@ballast/contract'
import { abs, ground, plain } from '../../../grounding/grounded-text.ts'
import type { Question } from '../question.ts'
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

const USUAL_FALL = 20

/** Questions about losses, common moves and the effect of a sale. */
export const RISK_QUESTIONS: readonly Question[] = [
  {
    id: 'beta',
    examples: [
      'How does it move with the market?',
      'What is the beta of my portfolio?',
      'How sensitive am I to the S&P?',
      'What do I do when the market rises one percent?',
      'Am I more aggressive than the market?',
    ],
    next: ['market-fall', 'volatility', 'biggest-risk'],
    screen: 'overview',
    async answer(desk) {
      const overview = await desk.overview()
      const beta = desk.need(overview, 'risk.beta', unknown('the beta'))
      return [
        verdict(
          ground`The beta of the portfolio is ${beta}: when ${nameCompared(overview.content.benchmark)} moves by one percent, it moves by about ${beta} percent.`,
        ),
      ]
    },
  },
  {
    id: 'volatility',
    examples: [
      'How volatile is my portfolio?',
      'How much does the value swing?',
      'What is the standard deviation?',
      'How risky is my portfolio?',
      'Is this a bumpy or a steady mix?',
    ],
    next: ['most-volatile', 'drawdown', 'beta'],
    screen: 'overview',
    async answer(desk) {
      const overview = await desk.overview()
      const own = desk.need(overview, 'risk.volatilityPercent', unknown('the volatility'))
      const market = desk.find(overview, 'risk.benchmarkVolatilityPercent')
      return [
        verdict(ground`Its volatility over the last year is ${own}.`),
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
  },
  {
    id: 'drawdown',
    examples: [
      'How far did it fall in the last year?',
      'What is the largest drawdown?',
      'What was the deepest decline of the past twelve months?',
      'How far is it below its high?',
      'What was the biggest loss from the peak in the last year?',
    ],
    next: ['worst-crisis', 'crisis', 'volatility'],
    screen: 'overview',
    async answer(desk) {
      const overview = await desk.overview()
      const own = desk.need(overview, 'risk.maxDrawdownPercent', unknown('the largest fall'))
      const market = desk.find(overview, 'risk.benchmarkMaxDrawdownPercent')
      return [
        verdict(ground`Its largest fall of the last year is ${own}.`),
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
  },
  {
    id: 'biggest-risk',
    examples: [
      'What is my biggest risk?',
      'Where does most of the risk lie?',
      'What is most dangerous in this?',
      'What could hurt this portfolio most?',
      'What should I worry about?',
      'What is my weak spot?',
    ],
    next: ['one-bet', 'worst-crisis', 'market-fall'],
    screen: 'overview',
    async answer(desk) {
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
  },
  {
    id: 'diversification',
    examples: [
      'How diversified am I?',
      'Is the portfolio well diversified?',
      'Is my money well spread?',
      'What is the diversification score?',
    ],
    next: ['one-bet', 'independent-bets', 'concentration'],
    screen: 'analysis',
    async answer(desk) {
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
        evidence(bets && ground`It is as diversified as ${bets} equal positions that move apart.`),
        caveat(
          diversification.isDoubtful && plain('The score says little: much of the portfolio has too little data.'),
        ),
      ]
    },
  },
  {
    id: 'independent-bets',
    examples: [
      'How many independent bets do I have?',
      'How many different bets am I making?',
      'How many separate bets is this?',
      'What is the effective number of bets?',
      'Is this one big bet?',
    ],
    next: ['one-bet', 'diversification', 'offsets'],
    screen: 'analysis',
    async answer(desk) {
      const analysis = await desk.correlation()
      const bets = desk.need(analysis, 'diversification.effectiveBets', unknown('the number of bets'))
      const held = await desk.held()
      return [
        verdict(ground`Your positions act like ${bets} independent bets.`),
        comparison(ground`The portfolio has ${desk.cite(held, 'page.total')} positions.`),
      ]
    },
  },
  {
    id: 'concentration',
    examples: [
      'Am I too concentrated?',
      'Do I have too much in one holding?',
      'Is it top-heavy?',
      'How concentrated is the portfolio?',
      'Do I have too much in NVDA?',
      'Is too much of it in one company?',
    ],
    next: ['largest', 'one-bet', 'sectors'],
    screen: 'analysis',
    async answer(desk) {
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
        extra(equal && ground`That is as concentrated as ${equal} equal companies.`),
      ]
    },
  },
  {
    id: 'one-bet',
    examples: [
      'Which two holdings are one bet?',
      'Which stocks are the same bet?',
      'Are any two holdings nearly identical?',
      'What overlaps in my portfolio?',
      'Which pair is most correlated?',
    ],
    screen: 'analysis',
    next: ['offsets', 'independent-bets', 'biggest-risk'],
    answer: (desk) => answerPairs(desk, 'strongestPairs'),
  },
  {
    id: 'offsets',
    examples: [
      'Which holdings offset each other?',
      'What goes the other way when the rest falls?',
      'What diversifies best?',
      'Which pair is least correlated?',
      'What holds up when the others fall?',
      'Do my bonds cushion a fall?',
      'What goes up when stocks go down?',
      'What protects me when the rest falls?',
    ],
    screen: 'analysis',
    next: ['one-bet', 'independent-bets', 'biggest-risk'],
    answer: (desk) => answerPairs(desk, 'bestOffsets'),
  },
  {
    id: 'pair',
    examples: [
      'How do AAPL and MSFT move together?',
      'Are NVDA and AAPL correlated?',
      'What is the correlation of KO and MSFT?',
      'Do AAPL and KO rise and fall together?',
      'NVDA and MSFT in sync?',
    ],
    next: ['one-bet', 'offsets', 'average-correlation'],
    needs: ['two-tickers'],
    screen: 'analysis',
    title: ({ tickers }) => `How do ${tickers[0]} and ${tickers[1]} move together?`,
    async answer(desk, { tickers: [one = '', other = ''] }) {
      const analysis = await desk.correlation([one, other].toSorted())
      const correlation = desk.find(analysis, 'correlationMatrix.0.correlation')
      if (!correlation)
        return [
          caveat(plain(`There is no correlation of ${one} and ${other}: both must be held, with enough history.`)),
        ]
      return [verdict(ground`The correlation of ${one} and ${other} is ${correlation}.`)]
    },
  },
  {
    id: 'average-correlation',
    examples: [
      'How correlated are my holdings on average?',
      'What is the average correlation?',
      'Does everything move together?',
      'Do my stocks all move at the same time?',
    ],
    next: ['one-bet', 'offsets', 'diversification'],
    screen: 'analysis',
    async answer(desk) {
      const analysis = await desk.correlation()
      const mean = desk.need(analysis, 'averageCorrelation', unknown('the average correlation'))
      const { averageCorrelationLabel } = analysis.content

      return [
        verdict(ground`On average, your positions correlate by ${mean}.`),
        evidence(averageCorrelationLabel && plain(`${averageCorrelationLabel}.`)),
      ]
    },
  },
  {
    id: 'market-fall',
    examples: [
      'What if the market falls 20%?',
      'How much do I lose when stocks drop 30%?',
      'What does a market crash of 25% do to this?',
      'What happens if the S&P tumbles?',
      'What happens to me in a crash?',
      'What would a selloff of 10% do?',
      'Suppose stocks fall by a third',
    ],
    next: ['worst-crisis', 'crisis', 'hedge'],
    screen: 'hedges',
    title: ({ percent }) => `What if the market falls ${percent ?? USUAL_FALL}%?`,
    async answer(desk, { percent = USUAL_FALL }) {
      const fall = await desk.marketFall(percent)
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
  },
]

async function answerPairs(desk: Parameters<Question['answer']>[0], list: 'strongestPairs' | 'bestOffsets') {
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
    evidence(weight && ground`Together they are ${weight} of the portfolio.`),
    toTable(
      isStrong ? 'Pairs that move together most' : 'Pairs that offset each other most',
      ['Pair', 'Correlation'],
      pairs.map(({ name, fact }) => [name, fact]),
    ),
  ]
}
