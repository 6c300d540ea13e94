// Tests: discovery.test.ts, discovery-runs.test.ts

import type { MessagePort } from 'node:worker_threads'
import { type Discovery, type DiscoveryRun, MARKET_INDEX } from '@ballast/contract'
import {
  completeDiscovery,
  type DiscoveredIdea,
  type Discovery as FoundDiscovery,
  type IdeaReason,
  listIdeaSides,
  selectUnderlyings,
} from '@ballast/quant'
import { toContractKey } from '../../advice/book/build-book-model.ts'
import type { MadeRecommendation } from '../../advice/record/made-recommendation.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { toPlainText } from '../../grounding/grounded-text.ts'
import { buildMarket, type DiscoveryMarket } from './build-market.ts'
import { CONSIDERED, SCAN_ABSENCES } from './considered-words.ts'
import type { DiscoveryDesk } from './desk-tools.ts'
import type { DiscoveryInput } from './discovery-input.ts'
import { type RelationFacts, recordRelation, shapeRelation } from './relation-facts.ts'
import { recordScan, recordTogether } from './scan-facts.ts'
import { type ScannedUniverse, scanUniverse } from './scan-universe.ts'
import { type ShapedIdea, shapeIdea } from './shape-idea.ts'
import { writeSummary } from './write-summary.ts'

/** A run as it was computed, before anything was charged or a model was asked. */
export type ComputedRun = Omit<
  DiscoveryRun,
  'isCurrent' | 'tokensRemaining' | 'isAdmin' | 'charged' | 'engine' | 'verification'
>

export interface ComputedDiscovery {
  run: ComputedRun
  /** The run's ideas, then others that may be shown as well, best first; the figures of all are among the run's facts. */
  ideas: ShapedIdea[]
  /** Portfolio as it is recorded with a recommendation. */
  held: MadeRecommendation['book']
  /** Desk that a model may look at; null where none is asked. */
  desk: DiscoveryDesk | null
}

export interface DiscoveryTask {
  input: DiscoveryInput
  /** The input's scan, where it is known already. */
  scanned?: ScannedUniverse
  /** Told when the next step begins. */
  progress?: MessagePort
}

/**
 * A whole discovery out of what was loaded: scan, candidates, choice, texts. It runs in a thread of its own, and the same
 * input gives the same run to the byte, whether its scan is handed in or not.
 */
export function computeDiscovery({ input, scanned, progress }: DiscoveryTask): ComputedDiscovery {
  progress?.postMessage('pricing')
  const { scan } = scanned ?? scanUniverse(input)
  const market = buildMarket(input)
  const found = completeDiscovery(market.engine, scan)
  progress?.postMessage('texts')
  return writeRun({ input, market, found })
}

interface Parts {
  input: DiscoveryInput
  market: DiscoveryMarket
  found: FoundDiscovery
}

function writeRun({ input, market, found }: Parts): ComputedDiscovery {
  const { assets } = input
  const { source, simulated, asOf } = input.frame
  const ledger = new FactLedger({ source, simulated, asOf })
  const scan = recordScan(ledger, { input, found })
  const kinds = new Map(assets.map((asset) => [asset.ticker, asset]))
  const reasons = groupReasons(found)
  const relations = new Map<string, RelationFacts>()
  for (const relation of found.scan.relations) {
    if (reasons.has(relation.ticker)) relations.set(relation.ticker, recordRelation(ledger, relation))
  }
  const benchmark = found.scan.relations.find(({ ticker }) => ticker === MARKET_INDEX)
  const fallsWithMarket = (benchmark?.tail?.mean.value ?? -1) < 0
  const shape = (idea: DiscoveredIdea) => {
    const asset = kinds.get(idea.side.ticker)
    const relation = relations.get(idea.side.ticker)
    if (!asset || !relation) throw new Error(`There is no relation of ${idea.side.ticker}, of which there is an idea`)
    return shapeIdea({ ledger, scan, market, asset, relation, fallsWithMarket }, idea)
  }
  const ideas = [...found.ideas, ...listAlternates(found, input.alternates)].map(shape)
  const discoveries = ideas.slice(0, found.ideas.length).map(({ discovery }) => discovery)
  const together = recordTogether(ledger, discoveries)
  const { holdings, contracts } = input.book
  const summaryParts = writeSummary({
    scan,
    nothingFound: found.nothingFound,
    discoveries,
    ...(together && { together }),
    isCashOnly: holdings.length === 0 && contracts.length === 0,
  })
  return {
    run: {
      discoveries,
      ...describeOutcome({ input, market, found }),
      relations: found.scan.relations.flatMap((relation) => {
        const facts = relations.get(relation.ticker)
        const asset = kinds.get(relation.ticker)
        const own = reasons.get(relation.ticker)
        return facts && asset && own ? [shapeRelation(relation, asset, facts, own)] : []
      }),
      summary: toPlainText(summaryParts),
      summaryParts,
      repricing: shapeRepricing(
        market,
        ideas.map(({ discovery }) => discovery),
      ),
      facts: ledger.list(),
    },
    ideas,
    held: listHeld(input, market),
    desk: input.alternates > 0 ? { scan: found.scan, assets, candidates: [...found.candidates] } : null,
  }
}

/** Describes what was looked at, what could not be, and the outcome. */
function describeOutcome({ input, market, found }: Parts) {
  const { scan, considered, nothingFound } = found
  return {
    ...input.frame,
    scanned: {
      universe: input.universe,
      assets: scan.relations.length,
      assetsWithOptions: found.withOptions,
      days: scan.days.window,
      tailDays: scan.days.tail,
      tests: scan.tests,
      falseDiscoveryRate: scan.falseDiscoveryRate,
      significant: scan.significant,
      contracts: found.candidates.length,
    },
    assets: scan.relations.map(({ ticker }) => ticker),
    leftOut: [
      ...input.leftOut,
      ...scan.leftOut.map(({ ticker, reason }) => ({ ticker, reason: SCAN_ABSENCES[reason] })),
    ],
    positionsLeftOut: [...input.book.leftOut, ...market.leftOut],
    considered: considered.map(({ side: { ticker, type: contractType }, rule }) => {
      return { ticker, contractType, rule, reason: CONSIDERED[rule] }
    }),
    chains: input.chainOutcomes.map(({ ticker, state, note }) => {
      const quotes = market.quotes.get(ticker)
      return { ticker, state, note, asOf: quotes?.asOf ?? null, contracts: quotes?.contracts ?? 0 }
    }),
    nothingFound,
    stale: input.isStale,
  }
}

/** The best further contract of each asset, since another idea is worth more than another strike. */
function listAlternates({ others }: FoundDiscovery, most: number): DiscoveredIdea[] {
  const best = new Map<string, DiscoveredIdea>()
  for (const idea of others) if (!best.has(idea.side.ticker)) best.set(idea.side.ticker, idea)
  return [...best.values()].slice(0, most)
}

function listHeld({ book }: DiscoveryInput, market: DiscoveryMarket): ComputedDiscovery['held'] {
  return {
    holdings: book.shares.map(({ ticker, value, shares }) => ({ ticker, shares, price: value / shares })),
    cash: book.cash,
    options: market.book.options.flatMap((leg) => {
      const { underlying, type, strike, expiry, contracts, multiplier, premium } = leg
      const listing = market.listings.get(toContractKey(underlying, expiry, type, strike))
      const spot = market.markets.get(underlying)?.spot
      if (listing === undefined || spot === undefined) return []
      const { symbol, bid, ask } = listing
      const terms = { symbol, underlying, underlyingPrice: spot, type, strike, expiry }
      return [{ ...terms, contracts, multiplier, premium, bid, ask, impliedVolatility: null }]
    }),
  }
}

/** Why each related asset is looked at; assets without a reason are not among them. */
function groupReasons({ scan }: FoundDiscovery): ReadonlyMap<string, ReadonlySet<IdeaReason>> {
  const grouped = new Map<string, Set<IdeaReason>>()
  for (const { ticker, reasons } of listIdeaSides(scan)) {
    grouped.set(ticker, new Set([...(grouped.get(ticker) ?? []), ...reasons]))
  }
  return grouped
}

/** Shapes what a browser reprices with: the expiries that occur in any idea, or are held. */
function shapeRepricing({ book, underlyings }: DiscoveryMarket, ideas: readonly Discovery[]): ComputedRun['repricing'] {
  return {
    book: {
      value: book.value,
      exposures: book.exposures.map((exposure) => ({ ...exposure })),
      options: book.options.map((leg) => ({ ...leg })),
    },
    underlyings: selectUnderlyings(underlyings, [...ideas.flatMap(({ legs }) => legs), ...book.options]),
  }
}
