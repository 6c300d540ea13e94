// Tests: ../ask.test.ts

import { ground, plain } from '../../../grounding/grounded-text.ts'
import type { Question } from '../question.ts'
import { caveat, evidence, extra, toTable, unknown, verdict } from './writing.ts'

/** In words a sentence ends with: compared with the ticker's own history. */
const AGAINST_USUAL = {
  'more-puts': 'more puts than usual',
  usual: 'about as many puts as usual',
  'fewer-puts': 'fewer puts than usual',
} as const

const EMPTY = 'It has no listed options here.'

/** What option chains say of a ticker. */
export const OPTION_QUESTIONS: readonly Question[] = [
  {
    id: 'implied-volatility',
    examples: [
      'What is the implied volatility of NVDA?',
      'How high is the IV of AAPL?',
      'Are options on MSFT expensive?',
    ],
    needs: ['ticker'],
    screen: 'options',
    title: ({ tickers }) => `What is the implied volatility of ${tickers[0]}?`,
    async answer(desk, { tickers: [ticker = ''] }) {
      const chain = await desk.chain(ticker)
      const own = desk.find(chain, 'summary.iv30')
      if (!own) return { sentences: none(ticker) }
      const rank = desk.find(chain, 'summary.ivHistory.ivRank')
      return {
        sentences: [
          ...verdict(ground`The implied volatility of ${ticker} for thirty days is ${own}.`),
          ...(rank
            ? evidence(ground`Its rank within the last year is ${rank} of one hundred.`)
            : extra(plain('There are too few days of it for a rank within the year.'))),
        ],
        next: ['expected-move', 'holding-volatility', 'put-price'],
      }
    },
  },
  {
    id: 'expected-move',
    examples: [
      'How far may NVDA move?',
      'What is the expected move of AAPL?',
      'How big a move do options price in for MSFT?',
      'What is the range for KO?',
      'How far may the price of NVDA move?',
    ],
    needs: ['ticker'],
    screen: 'options',
    title: ({ tickers }) => `How far may ${tickers[0]} move?`,
    async answer(desk, { tickers: [ticker = ''] }) {
      const chain = await desk.chain(ticker)
      const [move, percent] = [
        desk.find(chain, 'summary.expectedMove'),
        desk.find(chain, 'summary.expectedMovePercent'),
      ]
      if (!move || !percent) return { sentences: none(ticker) }
      const rows = chain.content.expiries
        .slice(0, 6)
        .flatMap(({ expectedMove }, place) =>
          expectedMove === null
            ? []
            : [[desk.cite(chain, `expiries.${place}.expiry`), desk.cite(chain, `expiries.${place}.expectedMove`)]],
        )
      return {
        sentences: [
          ...verdict(
            ground`Options price in a move of ${move} (${percent}) for ${ticker} over thirty days, up or down.`,
          ),
          ...caveat(
            plain('That is one standard deviation: a third of moves are larger. It is no forecast of the direction.'),
          ),
        ],
        figures: toTable(`Expected move of ${ticker}`, ['Until', 'Move'], rows),
        next: ['implied-volatility', 'put-price', 'put-call'],
      }
    },
  },
  {
    id: 'put-call',
    examples: [
      'What is the put/call ratio of NVDA?',
      'Are people betting against AAPL?',
      'Are more puts or calls traded on MSFT?',
      'Is the sentiment on SPY bearish?',
    ],
    needs: ['ticker'],
    screen: 'options',
    title: ({ tickers }) => `What is the put/call ratio of ${tickers[0]}?`,
    async answer(desk, { tickers: [ticker = ''] }) {
      const chain = await desk.chain(ticker)
      const own = desk.find(chain, 'summary.putCallRatio')
      if (!own) return { sentences: none(ticker) }
      const label = chain.content.summary?.putCallLabel
      const { reading = null } = chain.content.summary?.putCallHistory ?? {}
      const usual = desk.find(chain, 'summary.putCallHistory.usualRatio')
      return {
        sentences: [
          ...verdict(ground`The put/call ratio of ${ticker} is ${own}${label ? `, which counts as ${label}` : ''}.`),
          ...evidence(
            ground`In the last session ${desk.cite(chain, 'summary.putVolume')} puts and ${desk.cite(chain, 'summary.callVolume')} calls were traded.`,
          ),
          ...(reading && usual
            ? evidence(ground`That is ${AGAINST_USUAL[reading]} for ${ticker}: its usual ratio is ${usual}.`)
            : caveat(plain('There is not enough history yet to say whether that is usual.'))),
        ],
        next: ['unusual-volume', 'implied-volatility', 'expected-move'],
      }
    },
  },
  {
    id: 'put-price',
    examples: [
      'What does a put on NVDA cost?',
      'How much is a protective put on AAPL?',
      'What would I pay for puts on MSFT?',
    ],
    needs: ['ticker'],
    screen: 'options',
    title: ({ tickers }) => `What does a put on ${tickers[0]} cost?`,
    async answer(desk, { tickers: [ticker = ''] }) {
      const near = await desk.chain(ticker)
      const spot = near.content.underlyingPrice
      const price = desk.find(near, 'underlyingPrice')
      const expiry = near.content.expiries.findLast(({ listed }) => listed)?.expiry
      if (!price || spot === null || expiry === undefined) return { sentences: none(ticker) }
      const puts = await desk.chain(ticker, {
        expiry,
        contractType: 'put',
        minStrike: 0.85 * spot,
        maxStrike: 1.02 * spot,
        limit: 150,
      })
      const buyable = puts.content.options.flatMap(({ ask, canBuy, strikePrice }, place) =>
        ask !== null && canBuy ? [{ place, distance: Math.abs(strikePrice - spot) }] : [],
      )
      const chosen = buyable
        .toSorted((a, b) => a.distance - b.distance)
        .slice(0, 6)
        .toSorted((a, b) => b.place - a.place)
      const [nearest] = buyable.toSorted((a, b) => a.distance - b.distance)
      if (!nearest) return { sentences: none(ticker) }
      const of = (place: number, name: string) => desk.find(puts, `options.${place}.${name}`)
      return {
        sentences: [
          ...verdict(
            ground`The put on ${ticker} nearest to its price costs ${of(nearest.place, 'ask') ?? price} a share. Its strike is ${of(nearest.place, 'strikePrice') ?? price}, until ${of(nearest.place, 'expirationDate') ?? price}.`,
          ),
          ...evidence(ground`${ticker} itself is at ${price}.`),
          ...caveat(plain('A contract is of one hundred shares. Asks are quotes of this moment.')),
        ],
        figures: toTable(
          `Puts on ${ticker}`,
          ['Strike', 'Ask', 'Delta'],
          chosen.map(({ place }) => [of(place, 'strikePrice'), of(place, 'ask'), of(place, 'delta')]),
        ),
        next: ['expected-move', 'hedge', 'implied-volatility'],
      }
    },
  },
  {
    id: 'dividend',
    examples: [
      'Is there a dividend before expiry in NVDA?',
      'When does KO go ex-dividend?',
      'What is the dividend of AAPL?',
    ],
    needs: ['ticker'],
    screen: 'options',
    title: ({ tickers }) => `Is there a dividend of ${tickers[0]} before expiry?`,
    async answer(desk, { tickers: [ticker = ''] }) {
      const chain = await desk.chain(ticker)
      const rows = chain.content.expiries
        .slice(0, 6)
        .map((_expiry, place) => [
          desk.cite(chain, `expiries.${place}.expiry`),
          desk.cite(chain, `expiries.${place}.dividendYield`),
        ])
      const [until, first] = rows[0] ?? []
      const nothing = plain(`Ballast does not know the days of coming dividends of ${ticker}.`)
      if (!first || !until) return { sentences: caveat(nothing, plain(EMPTY)) }
      return {
        sentences: [
          ...verdict(nothing),
          ...verdict(
            ground`The nearest figure is what option prices imply: a dividend yield of ${first} a year for ${ticker} until ${until}.`,
          ),
          ...caveat(plain('A yield near nought until an expiry suggests that no dividend falls before it.')),
        ],
        figures: toTable(`Dividend yield that options on ${ticker} imply`, ['Until', 'A year'], rows),
        next: ['expiries', 'expected-move', 'put-price'],
      }
    },
  },
  {
    id: 'expiries',
    examples: [
      'Which expiries are there for NVDA?',
      'What expiration dates does AAPL have?',
      'When do options on MSFT expire?',
    ],
    needs: ['ticker'],
    screen: 'options',
    title: ({ tickers }) => `Which expiries are there for ${tickers[0]}?`,
    async answer(desk, { tickers: [ticker = ''] }) {
      const chain = await desk.chain(ticker)
      const rows = chain.content.expiries
        .slice(0, 12)
        .map((_expiry, place) => [
          desk.cite(chain, `expiries.${place}.expiry`),
          desk.cite(chain, `expiries.${place}.days`),
        ])
      const [first] = rows
      const [date, days] = first ?? []
      if (!date || !days) return { sentences: none(ticker) }
      return {
        sentences: verdict(ground`The next expiry of ${ticker} is ${date}, in ${days}.`),
        figures: toTable(`Expiries of ${ticker}`, ['Expiry', 'Days'], rows),
        next: ['expected-move', 'put-price'],
      }
    },
  },
  {
    id: 'unusual-volume',
    examples: [
      'Is there unusual option volume in NVDA?',
      'Any strange option activity in AAPL?',
      'Which options on MSFT trade heavily?',
    ],
    needs: ['ticker'],
    screen: 'options',
    title: ({ tickers }) => `Is there unusual option volume in ${tickers[0]}?`,
    async answer(desk, { tickers: [ticker = ''] }) {
      const chain = await desk.chain(ticker)
      const { summary } = chain.content
      if (!summary) return { sentences: none(ticker) }
      if (summary.unusualCount === 0)
        return { sentences: verdict(plain(`No option on ${ticker} has unusual volume.`)), next: ['put-call'] }
      const of = (place: number, name: string) => desk.cite(chain, `summary.unusual.${place}.${name}`)
      const rows = summary.unusual.map(({ contractType }, place) => [
        contractType === 'put' ? 'Put' : 'Call',
        of(place, 'strikePrice'),
        of(place, 'expirationDate'),
        of(place, 'volume'),
        of(place, 'timesAverage'),
      ])
      return {
        sentences: verdict(
          ground`Contracts on ${ticker} with unusual volume: ${desk.cite(chain, 'summary.unusualCount')}.`,
        ),
        figures: toTable(
          `Most unusual contracts of ${ticker}`,
          ['Type', 'Strike', 'Expiry', 'Volume', 'Times average'],
          rows,
        ),
        next: ['put-call', 'expected-move'],
      }
    },
  },
]

const none = (ticker: string) => [...unknown(`this of ${ticker}`), ...caveat(plain(EMPTY))]
