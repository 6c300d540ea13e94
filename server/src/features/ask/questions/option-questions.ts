// Tests: ../ask.test.ts

import { type Fact, namePosition } from '@ballast/contract'
import { abs, ground, plain } from '../../../grounding/grounded-text.ts'
import { say } from '../../../grounding/sentence.ts'
import type { Answers } from '../question.ts'
import { ASKING } from '../sentence-kinds.ts'
import { caveat, evidence, extra, listNames, toTable, unknown, verdict } from './writing.ts'

/** In words a sentence ends with: compared with the ticker's own history. */
const AGAINST_USUAL = {
  'more-puts': 'more puts than usual',
  usual: 'about as many puts as usual',
  'fewer-puts': 'fewer puts than usual',
} as const

const hasNone = (ticker: string) => plain(`${namePosition(ticker)} has no listed options here.`)
/** So many tickers are asked about at once. */
const MOST_TICKERS = 200

/** Questions that the option chains of a ticker answer. */
export const OPTION_ANSWERS = {
  async 'implied-volatility'(desk, { tickers: [ticker = ''] }) {
    const chain = await desk.chain(ticker)
    const own = desk.need(chain, 'summary.iv30', none(ticker))

    const rank = desk.find(chain, 'summary.ivHistory.ivRank')
    return [
      verdict(ground`The implied volatility of ${ticker} for thirty days is ${own}.`),
      rank
        ? evidence(
            ground`The rank of the implied volatility of ${ticker} within the last year is ${rank} of one hundred.`,
          )
        : extra(plain(`The implied volatility of ${ticker} is known for too few days to rank it.`)),
    ]
  },
  async 'expected-move'(desk, { tickers: [ticker = ''] }) {
    const chain = await desk.chain(ticker)
    const move = desk.need(chain, 'summary.expectedMove', none(ticker))
    const percent = desk.need(chain, 'summary.expectedMovePercent', none(ticker))
    const rows = chain.content.expiries
      .slice(0, 6)
      .flatMap(({ expectedMove }, place) =>
        expectedMove === null
          ? []
          : [[desk.cite(chain, `expiries.${place}.expiry`), desk.cite(chain, `expiries.${place}.expectedMove`)]],
      )
    return [
      verdict(ground`Options price in a move of ${move} (${percent}) for ${ticker} over thirty days, up or down.`),
      caveat(
        plain(
          'A third of moves are larger than an expected move, which is one standard deviation. It tells no direction.',
        ),
      ),
      toTable(`Expected move of ${ticker}`, ['Until', 'Move'], rows),
    ]
  },
  async 'put-call'(desk, { tickers: [ticker = ''] }) {
    const chain = await desk.chain(ticker)
    const own = desk.need(chain, 'summary.putCallRatio', none(ticker))

    const label = chain.content.summary?.putCallLabel
    const { reading = null } = chain.content.summary?.putCallHistory ?? {}
    const usual = desk.find(chain, 'summary.putCallHistory.usualRatio')
    return [
      verdict(ground`The put/call ratio of ${ticker} is ${own}${label ? `, which counts as ${label}` : ''}.`),
      evidence(
        ground`In the last session ${desk.cite(chain, 'summary.putVolume')} puts and ${desk.cite(chain, 'summary.callVolume')} calls were traded.`,
      ),
      reading && usual
        ? evidence(
            ground`A put/call ratio of ${own} is ${AGAINST_USUAL[reading]} for ${ticker}: its usual ratio is ${usual}.`,
          )
        : caveat(plain(`There is not enough history yet to say which put/call ratio of ${ticker} is usual.`)),
    ]
  },
  async 'put-price'(desk, { tickers: [ticker = ''] }) {
    const near = await desk.chain(ticker)
    const spot = near.content.underlyingPrice
    const price = desk.find(near, 'underlyingPrice')
    const expiry = near.content.expiries.findLast(({ listed }) => listed)?.expiry
    if (!price || spot === null || expiry === undefined) return [none(ticker)]
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
    if (!nearest) return [none(ticker)]
    const of = (place: number, name: string) => desk.find(puts, `options.${place}.${name}`)
    return [
      verdict(
        ground`The put on ${ticker} nearest to its price costs ${of(nearest.place, 'ask') ?? price} a share. Its strike is ${of(nearest.place, 'strikePrice') ?? price}, until ${of(nearest.place, 'expirationDate') ?? price}.`,
      ),
      evidence(ground`${ticker} itself is at ${price}.`),
      caveat(plain('A contract is of one hundred shares. Asks are quotes of this moment.')),
      toTable(
        `Puts on ${ticker}`,
        ['Strike', 'Ask', 'Delta'],
        chosen.map(({ place }) => [of(place, 'strikePrice'), of(place, 'ask'), of(place, 'delta')]),
      ),
    ]
  },
  async skew(desk, { tickers: [ticker = ''] }) {
    const chain = await desk.chain(ticker)
    const rows = chain.content.expiries.slice(0, 6).flatMap((_expiry, place) => {
      const skew = desk.find(chain, `expiries.${place}.riskReversal25`)
      return skew ? [[desk.cite(chain, `expiries.${place}.expiry`), skew] as const] : []
    })
    const [first] = rows
    if (!first) return [none(ticker)]
    const [until, skew] = first
    return [
      verdict(
        Number(skew.value) < 0
          ? ground`Until ${until}, puts on ${ticker} are ${abs(skew)} of volatility dearer than calls as far from the price.`
          : ground`Until ${until}, calls on ${ticker} are ${skew} of volatility dearer than puts as far from the price.`,
      ),
      toTable(`Volatility of calls less that of puts on ${ticker}`, ['Until', 'Skew'], rows),
    ]
  },
  async dividend(desk, { tickers: [ticker = ''] }) {
    const [chain, dividends] = await Promise.all([desk.chain(ticker), desk.dividends([ticker])])
    const [found] = dividends.content.dividends
    if (!found) return [unknown(`the dividends of ${ticker}`)]
    const expiries = chain.content.expiries.map((_expiry, place) => desk.cite(chain, `expiries.${place}.expiry`))
    const [expiry] = expiries
    if (!found.next) {
      const implied = desk.find(chain, 'expiries.0.dividendYield')
      return [
        verdict(plain(`The closes of ${ticker} show no dividend in the last year.`)),
        extra(implied && expiry && ground`Option prices until ${expiry} imply a dividend yield of ${implied} a year.`),
        tellSimulated(dividends.content.simulated),
      ]
    }
    const { exDate } = found.next
    const day = desk.cite(dividends, 'dividends.0.next.exDate')
    const after = expiries.find(({ value }) => String(value) >= exDate)
    return [
      verdict(
        ground`The next dividend of ${ticker} is usual around ${day}: ${desk.cite(dividends, 'dividends.0.next.amount')} a share.`,
      ),
      expiry ? verdict(tellOrder(expiry, after, exDate)) : caveat(hasNone(ticker)),
      caveat(
        plain(
          `We assume that ${ticker} pays its last dividend again, after the usual time. This is not an announcement.`,
        ),
      ),
      toTable(
        `Dividends of ${ticker}`,
        ['Ex-date', 'A share'],
        found.paid
          .map((_paid, place) => [
            desk.cite(dividends, `dividends.0.paid.${place}.exDate`),
            desk.cite(dividends, `dividends.0.paid.${place}.amount`),
          ])
          .reverse(),
      ),
    ]
  },
  async 'dividend-income'(desk) {
    const held = await desk.held()
    const shares = new Map<string, { count: number; inputs: Fact[] }>()
    held.content.positions.forEach(({ kind, ticker, shares: count }, place) => {
      if (kind !== 'security') return
      const known = shares.get(ticker) ?? { count: 0, inputs: [] }
      known.count += count
      known.inputs.push(desk.cite(held, `positions.${place}.shares`))
      shares.set(ticker, known)
    })
    const tickers = [...shares.keys()].slice(0, MOST_TICKERS)
    if (tickers.length === 0) return [unknown('the dividends: nothing here can pay any')]
    const dividends = await desk.dividends(tickers)
    const rows = dividends.content.dividends.flatMap(({ ticker, yearAmount }, place) => {
      const { count, inputs } = shares.get(ticker) ?? { count: 0, inputs: [] }
      if (yearAmount === 0) return []
      const amount = desk.cite(dividends, `dividends.${place}.yearAmount`)
      const income = desk.state('ask.holdingIncome', count * yearAmount, {
        key: `holding.${ticker}.income`,
        names: { ticker },
        inputs: [...inputs, amount],
      })
      return [[ticker, amount, income] as const]
    })
    const total = desk.state(
      'ask.income',
      rows.reduce((sum, [, , income]) => sum + Number(income.value), 0),
      { inputs: rows.map(([, , income]) => income) },
    )
    const { missing, simulated } = dividends.content
    const leftOut = [...missing, ...[...shares.keys()].slice(MOST_TICKERS)]
    return [
      verdict(ground`Over the last year, the shares that you hold now paid ${total} in dividends.`),
      caveat(leftOut.length > 0 && plain(`Without a history in dollars, and left out: ${listNames(leftOut)}.`)),
      tellSimulated(simulated),
      toTable('Dividends of the last year', ['Holding', 'A share', 'In all'], rows),
    ]
  },
  async expiries(desk, { tickers: [ticker = ''] }) {
    const chain = await desk.chain(ticker)
    const rows = chain.content.expiries
      .slice(0, 12)
      .map((_expiry, place) => [
        desk.cite(chain, `expiries.${place}.expiry`),
        desk.cite(chain, `expiries.${place}.days`),
      ])
    const [first] = rows
    const [date, days] = first ?? []
    if (!date || !days) return [none(ticker)]
    return [
      verdict(ground`The next expiry of ${ticker} is ${date}, in ${days}.`),
      toTable(`Expiries of ${ticker}`, ['Expiry', 'Days'], rows),
    ]
  },
  async 'unusual-volume'(desk, { tickers: [ticker = ''] }) {
    const chain = await desk.chain(ticker)
    const { summary } = chain.content
    if (!summary) return [none(ticker)]
    if (summary.unusualCount === 0) return [verdict(plain(`No option on ${ticker} has unusual volume.`))]
    const of = (place: number, name: string) => desk.cite(chain, `summary.unusual.${place}.${name}`)
    const rows = summary.unusual.map(({ contractType }, place) => [
      contractType === 'put' ? 'Put' : 'Call',
      of(place, 'strikePrice'),
      of(place, 'expirationDate'),
      of(place, 'volume'),
      of(place, 'timesAverage'),
    ])
    return [
      verdict(ground`Contracts on ${ticker} with unusual volume: ${desk.cite(chain, 'summary.unusualCount')}.`),
      toTable(`Most unusual contracts of ${ticker}`, ['Type', 'Strike', 'Expiry', 'Volume', 'Times average'], rows),
    ]
  },
} satisfies Answers

const none = (ticker: string) => [...unknown(`this of ${ticker}`), ...say(ASKING.noChain, hasNone(ticker))]

const tellSimulated = (isSimulated: boolean) =>
  isSimulated ? caveat(plain('The simulated market pays no dividends.')) : []

/** How a dividend lies to the expiries. @param after the first expiry on or after it */
function tellOrder(next: Fact, after: Fact | undefined, exDate: string) {
  if (String(next.value) >= exDate)
    return ground`The dividend comes before the next expiry, ${next}, and before all later ones.`
  return after
    ? ground`The next expiry, ${next}, comes before the dividend. The first expiry after the dividend is ${after}.`
    : ground`The next expiry, ${next}, comes before the dividend.`
}
