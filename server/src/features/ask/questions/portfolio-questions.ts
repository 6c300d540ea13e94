// Tests: ../ask.test.ts

import { namePosition } from '@ballast/contract'
import { ground, plain } from '../../../grounding/grounded-text.ts'
import type { Desk } from '../desk.ts'
import type { Question } from '../question.ts'
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
} from './writing.ts'

/** Questions about the value and the content of a portfolio. */
export const PORTFOLIO_QUESTIONS: readonly Question[] = [
  {
    id: 'value',
    examples: [
      'What is my portfolio worth?',
      'What is the total value?',
      'What is the market value of everything?',
      'What is my net worth here?',
      'What would I get if I sold everything today?',
    ],
    next: ['day-change', 'total-gain', 'largest'],
    screen: 'overview',
    async answer(desk) {
      const overview = await desk.overview()
      const value = desk.need(overview, 'marketValue', unknown('what it is worth'))
      const gain = desk.find(overview, 'totalGain.value')
      return [
        verdict(ground`The portfolio is worth ${value}.`),
        evidence(gain && ground`Since you bought, it has ${gained(gain)}.`),
        tellUnpriced(overview.content.unpriced),
      ]
    },
  },
  {
    id: 'day-change',
    examples: [
      'What happened today?',
      'Did I lose or gain money today?',
      'Why is the portfolio down today?',
      'How did I do today?',
      'How much did the portfolio change today?',
      'Did it rise or fall today?',
      'Was today a good or a bad day?',
    ],
    next: ['movers', 'value', 'total-gain'],
    screen: 'overview',
    async answer(desk) {
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
  },
  {
    id: 'movers',
    examples: [
      'What moved most today?',
      'Which holdings moved the most today?',
      'Which stocks changed the most this morning?',
      'Top movers of the day',
      'Which stock went up the most today?',
      'Which stock fell the most today?',
      'Who were the winners and losers of the day?',
    ],
    next: ['day-change', 'value', 'largest'],
    screen: 'overview',
    async answer(desk) {
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
  },
  {
    id: 'total-gain',
    examples: [
      'How much have I gained in all?',
      'What is my total profit since buying?',
      'Am I up or down overall?',
      'Am I making money?',
      'Did I win or lose since I started?',
    ],
    next: ['value', 'day-change', 'recent'],
    screen: 'overview',
    async answer(desk) {
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
  },
  {
    id: 'largest',
    examples: [
      'What is my largest position?',
      'Which is my biggest holding?',
      'What are my main investments?',
      'Where is most of the money?',
      'What do I hold the most of?',
    ],
    next: ['concentration', 'sectors', 'biggest-risk'],
    screen: 'overview',
    async answer(desk) {
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
  },
  {
    id: 'cash',
    examples: ['How much cash do I have?', 'How much of it is uninvested?', 'Is there cash in this?'],
    next: ['value', 'sectors'],
    screen: 'overview',
    async answer(desk) {
      const analysis = await desk.correlation()
      const place = analysis.content.sectorExposure.findIndex(({ sector }) => sector === 'Cash')
      if (place === -1) return [verdict(plain('The portfolio holds no cash.'))]
      const [value, share] = [
        desk.cite(analysis, `sectorExposure.${place}.value`),
        desk.cite(analysis, `sectorExposure.${place}.percentage`),
      ]
      return [verdict(ground`The portfolio holds ${value} in cash, ${share} of it.`)]
    },
  },
  {
    id: 'positions',
    examples: [
      'How many positions do I have?',
      'What is the number of holdings?',
      'How many stocks are in this portfolio?',
    ],
    next: ['largest', 'independent-bets', 'sectors'],
    screen: 'overview',
    async answer(desk) {
      const held = await desk.held()
      return [verdict(ground`The portfolio has ${desk.cite(held, 'page.total')} positions.`)]
    },
  },
  {
    id: 'unpriced',
    examples: [
      'What has no price?',
      'Which holdings are missing a quote?',
      'Is any ticker without a price?',
      'What could you not price?',
    ],
    next: ['freshness', 'value'],
    screen: 'overview',
    async answer(desk) {
      const missing = tellUnpriced((await desk.overview()).content.unpriced)
      return [missing.length > 0 ? missing : verdict(plain('Every position has a price.'))]
    },
  },
  {
    id: 'freshness',
    examples: [
      'How old are these prices?',
      'Is this data up to date?',
      'Are the prices live or delayed?',
      'Are these real prices?',
      'When were the prices updated?',
      'Can I trust these prices?',
    ],
    next: ['value', 'unpriced'],
    screen: 'overview',
    async answer(desk) {
      const { asOf, simulated, session } = (await desk.overview()).content
      if (asOf === null) return [unknown('how old the prices are: nothing has a price')]
      const day = desk.state('source.pricesAsOf', asOf.slice(0, 10))
      return [
        verdict(ground`The newest price is of ${day}.`),
        caveat(simulated && plain('All market data here is simulated, not real.')),
        evidence(plain(session === 'open' ? 'The market is open.' : 'The market is closed.')),
      ]
    },
  },
  {
    id: 'sectors',
    examples: ['Which sector is the largest?', 'What sectors do I hold?', 'Which industry am I most in?'],
    next: ['concentration', 'diversification', 'largest'],
    screen: 'analysis',
    async answer(desk) {
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
  },
  {
    id: 'sector-share',
    examples: ['How much is in technology?', 'What is the weight of energy?', 'How exposed am I to banks?'],
    next: ['sectors', 'concentration'],
    needs: ['sector'],
    screen: 'analysis',
    title: ({ sector }) => `How much is in ${SECTOR_NAMES[sector ?? ''] ?? 'this sector'}?`,
    async answer(desk, { sector = '' }) {
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
  },
  {
    id: 'rates',
    examples: [
      'What happens to my bonds if yields rise?',
      'What do rising interest rates do to this?',
      'How do rates hurt my Treasuries?',
      'How sensitive is it to interest rates?',
      'Are my bonds in danger if rates go up?',
    ],
    next: ['beta', 'market-fall', 'biggest-risk'],
    screen: 'overview',
    async answer(desk) {
      const overview = await desk.overview()
      const rise = desk.find(overview, 'rates.ifYieldsRise')
      if (!rise) {
        const beta = desk.find(overview, 'risk.beta')
        return [
          verdict(
            plain('The portfolio holds no single Treasuries. Ballast computes the effect of yields for those alone.'),
          ),
          extra(
            beta && ground`The nearest figure is the beta to ${nameCompared(overview.content.benchmark)}, ${beta}.`,
          ),
        ]
      }
      const [fall, duration, value] = [
        desk.cite(overview, 'rates.ifYieldsFall'),
        desk.find(overview, 'rates.duration'),
        desk.cite(overview, 'rates.value'),
      ]
      return [
        verdict(ground`If all yields rise by one point, your Treasuries ${gained(rise)}.`),
        comparison(ground`If they fall by one point, your Treasuries ${gained(fall)}.`),
        evidence(duration && ground`They are worth ${value}, with a modified duration of ${duration} years.`),
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
  },
]

/** Names of sectors in a title, by the word for them. */
const SECTOR_NAMES: Readonly<Record<string, string>> = {
  tech: 'technology',
  energy: 'energy',
  financ: 'financials',
  health: 'healthcare',
  consumer: 'consumer shares',
  utilit: 'utilities',
  material: 'materials',
  industr: 'industrials',
  commun: 'communication',
}

const tellUnpriced = (unpriced: Record<string, string>) =>
  Object.keys(unpriced).length > 0
    ? caveat(plain(`Without a price, and left out: ${listNames(Object.keys(unpriced))}.`))
    : []

function listMoves(desk: Desk, overview: Awaited<ReturnType<Desk['overview']>>) {
  return overview.content.moves.flatMap(({ ticker }, place) => {
    const change = desk.find(overview, `moves.${place}.changePercent`)
    return change ? evidence(ground`${namePosition(ticker)} ${rose(change)}.`) : []
  })
}
