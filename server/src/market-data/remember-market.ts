// Tests: ../features/policies/check-batch.test.ts

import { BoundedCache } from '../bounded-cache.ts'
import type { MarketData } from './market-data.ts'
import { toSliceKey } from './options/option-chain.ts'

/** Days of history that are kept, of all tickers together: about 100 MB. */
const MOST_BARS = 4_000_000
/** Characters of option chains that are kept. */
const MOST_CHAIN_CHARACTERS = 60_000_000
/** Quotes, instruments and marks that are kept, each. */
const MOST_ENTRIES = 50_000

/**
 * A market that is asked once for each ticker, however many portfolios hold it: for one round of checks after a close, which
 * takes minutes. Failures are remembered, too, so that a provider that is down is not asked again for every portfolio. Drop it
 * when the round is over.
 */
export function rememberMarket(marketData: MarketData): MarketData {
  const histories = createMemory<HistoryAnswer>(MOST_BARS)
  const chains = new BoundedCache<Awaited<ReturnType<MarketData['getOptionChain']>>>(MOST_CHAIN_CHARACTERS)
  const quotes = createMemory<QuoteAnswer>(MOST_ENTRIES)
  const marks = createMemory<MarkAnswer>(MOST_ENTRIES)
  const instruments = createMemory<InstrumentAnswer>(MOST_ENTRIES)
  return {
    ...marketData,
    async getQuotes({ tickers, ...request }) {
      const answers = await quotes.read(tickers, async (unknown) =>
        toAnswers(unknown, await marketData.getQuotes({ ...request, tickers: unknown })),
      )
      return fromAnswers(answers)
    },
    async getOptionMarks({ symbols, ...request }) {
      const answers = await marks.read(symbols, async (unknown) =>
        toAnswers(unknown, await marketData.getOptionMarks({ ...request, symbols: unknown })),
      )
      return fromAnswers(answers)
    },
    async getDailyHistory({ tickers, from }) {
      const answers = await histories.read(
        tickers,
        async (unknown) => toAnswers(unknown, await marketData.getDailyHistory({ tickers: unknown, from })),
        { sizeOf: ({ found }) => 1 + (found?.dates.length ?? 0), within: from },
      )
      return fromAnswers(answers)
    },
    async getInstruments(tickers) {
      const answers = await instruments.read(tickers, async (unknown) => {
        const found = await marketData.getInstruments(unknown)
        return new Map(unknown.map((ticker) => [ticker, { found: found.get(ticker) }]))
      })
      return new Map(
        [...answers].flatMap(([ticker, { found }]) => (found === undefined ? [] : [[ticker, found] as const])),
      )
    },
    async getOptionChain(request) {
      const key = `${request.ticker} ${toSliceKey(request.slice)}`
      const known = chains.get(key)
      if (known !== undefined) return known
      const answer = await marketData.getOptionChain(request)
      chains.set(key, answer, 1 + (answer.kind === 'chain' ? answer.encoded.length : 0))
      return answer
    },
  }
}

type Found<Answer> = Answer extends { found: ReadonlyMap<string, infer Item> } ? Item : never
type Missing<Answer> = Answer extends { missing: ReadonlyMap<string, infer Reason> } ? Reason : never
interface Remembered<Item, Reason> {
  found?: Item | undefined
  missing?: Reason | undefined
}
type RememberedOf<Answer> = Remembered<Found<Answer>, Missing<Answer>>
type QuoteAnswer = RememberedOf<Awaited<ReturnType<MarketData['getQuotes']>>>
type MarkAnswer = RememberedOf<Awaited<ReturnType<MarketData['getOptionMarks']>>>
type HistoryAnswer = RememberedOf<Awaited<ReturnType<MarketData['getDailyHistory']>>>
type InstrumentAnswer = Remembered<
  Awaited<ReturnType<MarketData['getInstruments']>> extends ReadonlyMap<string, infer Item> ? Item : never,
  never
>

function createMemory<Answer>(mostSize: number) {
  const known = new BoundedCache<Answer>(mostSize)
  return {
    /** The answers of all names; those that nobody asked for before are loaded in one call. */
    async read(
      names: readonly string[],
      load: (unknown: string[]) => Promise<ReadonlyMap<string, Answer>>,
      { sizeOf = () => 1, within = '' }: { sizeOf?: (answer: Answer) => number; within?: string } = {},
    ): Promise<Map<string, Answer>> {
      const answers = new Map<string, Answer>()
      const unknown: string[] = []
      for (const name of new Set(names)) {
        const answer = known.get(`${within} ${name}`)
        if (answer === undefined) unknown.push(name)
        else answers.set(name, answer)
      }
      if (unknown.length === 0) return answers
      for (const [name, answer] of await load(unknown)) {
        known.set(`${within} ${name}`, answer, sizeOf(answer))
        answers.set(name, answer)
      }
      return answers
    },
  }
}

interface Answers<Item, Reason> {
  found: ReadonlyMap<string, Item>
  missing: ReadonlyMap<string, Reason>
}

const toAnswers = <Item, Reason>(names: readonly string[], { found, missing }: Answers<Item, Reason>) =>
  new Map(
    names.map((name): [string, Remembered<Item, Reason>] => [
      name,
      { found: found.get(name), missing: missing.get(name) },
    ]),
  )

function fromAnswers<Item, Reason>(answers: ReadonlyMap<string, Remembered<Item, Reason>>) {
  const found = new Map<string, Item>()
  const missing = new Map<string, Reason>()
  for (const [name, answer] of answers) {
    if (answer.found !== undefined) found.set(name, answer.found)
    if (answer.missing !== undefined) missing.set(name, answer.missing)
  }
  return { found, missing }
}
