// Tests: ask.test.ts

import type {
  BacktestResult,
  CorrelationAnalysis,
  Fact,
  HedgeAnalysis,
  OptionChain,
  Overview,
  PortfolioHistory,
  Position,
  TrackRecord,
} from '@ballast/contract'
import { SCENARIOS } from '@ballast/quant'
import { FACT_KINDS } from '../../grounding/fact-kinds.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { describeFact, FactWriter } from '../../grounding/fact-writer.ts'
import type { Sentence } from '../../grounding/sentence.ts'
import type { Tool, ToolContext } from '../tools/tools.service.ts'
import { findKind } from './figure-kinds.ts'
import { Unanswered } from './questions/writing.ts'

/** The answer of a tool, from which figures are cited. */
export interface Source<Content = unknown> {
  /** The same for the same question to the same tool: how the keys of its facts begin. */
  readonly key: string
  readonly tool: string
  /** Name of the replayed crisis or period; null for tools that replay nothing. */
  readonly replayed: string | null
  readonly content: Content
}

/** Where the figures of an answer are from. */
interface Origin {
  asOf: string
  source: Fact['source']
  simulated: boolean
}

export interface DeskDependencies {
  tools: readonly Tool[]
  portfolioId: string
  context: ToolContext
  /** Origin of what tells none of its own. */
  origin: Origin
  /** Told of each tool when it is asked and when it has answered. */
  onTool(title: string, state: 'running' | 'done' | 'failed'): void
}

/** Changes by a sale; see the tool. */
export interface Sale {
  ticker: string
  percent: number
  shares: number
  price: number
  proceeds: number
  before: Pick<Overview, 'risk'>
  after: Pick<Overview, 'risk'>
}

/** Dividends per share, as `get_dividends` answers. */
export interface Dividends {
  dividends: { ticker: string; paid: unknown[]; yearAmount: number; next: { exDate: string } | null }[]
  missing: string[]
  simulated: boolean
}

/** Positions with their prices, as `get_portfolio` answers. */
export interface Held {
  positions: Position[]
  prices: Record<string, { price: number; asOf: string }>
  missing: Record<string, string>
  page: { total: number; nextOffset: number | null }
}

/** A lot of the portfolio, and how its shares are cited. */
export interface HeldLot extends Position {
  cite(): Fact
}

/** Where one question is answered: the tools, each asked once for the same, and the facts that are cited from them. */
export function createDesk({ tools, portfolioId, context, origin, onTool }: DeskDependencies) {
  // Whatever is answered may neither cost tokens nor need a plan, nor be stored.
  const usable = new Map(
    tools.filter(({ feature, writes }) => feature === null && !writes).map((tool) => [tool.name, tool]),
  )
  const asked = new Map<string, Promise<Source>>()
  const origins = new Map<string, Origin>()
  const ledger = new FactLedger(origin)
  const writer = new FactWriter(ledger, 'ask')

  /** @throws AppError as the tool; Error for a tool that costs something: a fault of the program */
  function use<Content>(name: string, input: object = {}): Promise<Source<Content>> {
    const key = `${name}(${JSON.stringify(input)})`
    let answer = asked.get(key)
    if (!answer) {
      answer = run(name, input, key)
      asked.set(key, answer)
    }
    return answer as Promise<Source<Content>>
  }

  async function run(name: string, input: object, key: string): Promise<Source> {
    const tool = usable.get(name)
    if (!tool) throw new Error(`"${name}" is no tool that a question may use`)
    onTool(tool.title, 'running')
    try {
      const own = 'portfolioId' in tool.input.shape ? { portfolioId, ...input } : input
      const { content } = await tool.run(own, context)
      origins.set(key, toOrigin(content, origin))
      onTool(tool.title, 'done')
      const scenario = SCENARIOS.find(({ id }) => 'scenarioId' in input && input.scenarioId === id)
      return { key, tool: name, replayed: scenario?.name ?? null, content }
    } catch (error) {
      onTool(tool.title, 'failed')
      throw error
    }
  }

  /** A figure of a tool's answer as a fact; undefined where the tool has none there. */
  function find(source: Source, path: string): Fact | undefined {
    const found = path.split('.').reduce<unknown>((inner, key) => readKey(inner, key), source.content)
    const value = typeof found === 'boolean' || typeof found === 'object' ? undefined : (found as number | string)
    if (value === undefined) return undefined
    const { id, times } = findKind(`${source.tool}.${path}`)
    const isDate = FACT_KINDS[id].unit === 'date'
    const fact = describeFact(id, typeof value === 'number' ? value * times : isDate ? value.slice(0, 10) : value, {
      key: `${source.key}.${path}`,
      inputs: [{ label: 'Computed by', value: source.tool.replaceAll('_', ' ') }],
    })
    // Of several replays in one answer each says which it is of.
    const { replayed } = source
    return ledger.add(replayed === null ? fact : { ...fact, label: `${fact.label}: ${replayed}` })
  }

  /** As `find`. @throws Error when the figure is not there: a fault of the program */
  function cite(source: Source, path: string): Fact {
    const fact = find(source, path)
    if (!fact) throw new Error(`"${source.key}" has no figure "${path}"`)
    return fact
  }

  return {
    use,
    find,
    cite,
    /** As `find`, for a figure without which there is no answer. @throws Unanswered with what is said in its place */
    need(source: Source, path: string, otherwise: readonly Sentence[]): Fact {
      const fact = find(source, path)
      if (!fact) throw new Unanswered(otherwise)
      return fact
    },
    /** A figure that is computed here from others, or from what was asked. */
    state: writer.state.bind(writer) as FactWriter['state'],
    ledger,
    /** ISO date. */
    today: origin.asOf.slice(0, 10),
    /** All that was cited, each with the time of its own source. */
    facts: (): Fact[] =>
      ledger.list().map((fact) => {
        const own = [...origins].find(([key]) => fact.key.startsWith(`${key}.`))
        return own ? { ...fact, ...own[1] } : fact
      }),
    overview: () => use<Overview>('get_portfolio_overview'),
    correlation: (tickers: readonly string[] = []) =>
      use<CorrelationAnalysis>('get_correlation_analysis', { tickers, limit: 200 }),
    held: () => use<Held>('get_portfolio', { limit: 500 }),
    /** Every position, and the prices of all: a book may have more than one answer holds. */
    async allHeld(): Promise<{ lots: HeldLot[]; prices: ReadonlyMap<string, number> }> {
      const [lots, prices]: [HeldLot[], Map<string, number>] = [[], new Map()]
      for (let offset: number | null = 0; offset !== null; ) {
        const asked = { limit: 500, ...(offset > 0 && { offset }) }
        const source: Source<Held> = await use<Held>('get_portfolio', asked)
        const { positions, page } = source.content
        for (const [place, position] of positions.entries())
          lots.push({ ...position, cite: () => cite(source, `positions.${place}.shares`) })
        for (const [ticker, { price }] of Object.entries(source.content.prices)) prices.set(ticker, price)
        offset = page.nextOffset
      }
      return { lots, prices }
    },
    history: () =>
      use<Pick<PortfolioHistory, 'figures' | 'hedges' | 'covers'> & { unanswered: number }>('get_portfolio_history'),
    backtest: (scenarioId: string, range: { start?: string; end?: string } = {}) =>
      use<BacktestResult>('run_backtest', { scenarioId, ...range }),
    chain: (ticker: string, options: object = {}) => use<OptionChain>('get_option_chain', { ticker, ...options }),
    dividends: (tickers: readonly string[]) => use<Dividends>('get_dividends', { tickers }),
    trySale: (ticker: string, percent: number) => use<Sale>('try_sale', { ticker, percent }),
    marketFall: (fallPercent: number) =>
      use<{ holdsOptions: boolean; leftOut: number }>('measure_market_fall', { fallPercent }),
    record: () => use<{ live: TrackRecord; simulated: TrackRecord }>('get_track_record'),
    /** The newest hedge search; null when there is none. */
    async hedge(): Promise<Source<HedgeAnalysis> | null> {
      const { content } = await use<{ analyses: { analysisId: string }[] }>('list_hedge_analyses')
      const analysisId = content.analyses[0]?.analysisId
      return analysisId === undefined ? null : use<HedgeAnalysis>('get_hedge_analysis', { analysisId, tables: true })
    },
  }
}

export type Desk = ReturnType<typeof createDesk>

function readKey(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

function toOrigin(content: Record<string, unknown>, usual: Origin): Origin {
  const { asOf, source, simulated } = content as Partial<Origin>
  return {
    asOf: typeof asOf === 'string' ? asOf : usual.asOf,
    source: typeof source === 'string' ? source : usual.source,
    simulated: typeof simulated === 'boolean' ? simulated : usual.simulated,
  }
}
