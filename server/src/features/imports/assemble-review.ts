// Tests: imports.test.ts, save-from-review.test.ts

import { gzipSync } from 'node:zlib'
import {
  CASH_SECTOR,
  type ExtractedPosition,
  type ImportLine,
  type ImportReview,
  importReviewSchema,
  isTicker,
  type Problem,
} from '@ballast/contract'
import { maskAccountNumbers } from '@ballast/importers'
import { z } from 'zod'
import { type JoinedPosition, joinPositions } from './join-positions.ts'
import { checkArithmetic, judgeConfidence } from './judge-position.ts'
import { proposeName } from './propose-name.ts'
import { findMapping } from './read-documents.ts'
import { reconcileTotals } from './reconcile-totals.ts'
import type { ReviewedSource, TickerKnowledge } from './reviewed-source.ts'
import { TickerSuggester } from './suggest-tickers.ts'

export interface ReviewRequest {
  importId: string
  /** ISO instant. */
  expiresAt: string
  origin: ImportReview['origin']
  /** JSON of the {@link ReviewedSource} list: cheaper to hand between threads than its objects. */
  sources: string
  knowledge: TickerKnowledge
  /** Said before the notes of the sources. */
  notes: readonly string[]
}

export interface EncodedReview {
  /** JSON of the {@link ImportReview}. */
  review: string
  /** The same, compressed to be stored. */
  packedReview: Uint8Array
  /** JSON of the sources, compressed, when one of them can be read again with other columns. */
  packedMaterial: Uint8Array | null
  /** JSON of the dated trades of a single history, compressed; null when there are none. */
  packedTrades: Uint8Array | null
  positionCount: number
  /** Earliest day that a source states its positions for. */
  asOf: string | null
}

const LISTED_PROBLEMS = 100
const LISTED_NOTES = 50
const SHOWN_CHARACTERS = 400
const CONFIDENCE_ORDER = { low: 0, medium: 1, high: 2 } as const

/**
 * Everything that was read, put together for a person to review: positions judged and sorted, problems first, every line
 * with its verdict, totals compared. Takes a while for thousands of rows, so it runs in a worker.
 */
export function assembleReview(request: ReviewRequest): EncodedReview {
  const sources = JSON.parse(request.sources) as ReviewedSource[]
  const joined = joinPositions(sources)
  const positions = joined.positions.map(toExtractor(sources, request.knowledge))
  const lines = listLines(sources, positions)
  const accounts = reconcileTotals(sources, joined.positions)
  const review: ImportReview = {
    importId: request.importId,
    expiresAt: request.expiresAt,
    proposedName: proposeName(sources, request.origin),
    origin: request.origin,
    sources: sources.map(({ name, place, imported: { kind, format, content, asOf, knownFrom } }) => ({
      name,
      kind,
      format,
      content,
      asOf,
      knownFrom,
      ...(place !== undefined && { place }),
    })),
    imageCount: sources.filter(({ imported }) => imported.kind === 'image').length,
    positions: positions.toSorted(byNeed),
    lines,
    accounts,
    totals: {
      lineCount: lines.length,
      byVerdict: countVerdicts(lines),
      positionCount: positions.length,
      needsLookCount: positions.filter(needsLook).length,
    },
    problems: listProblems(sources),
    notes: listNotes(sources, [
      ...request.notes,
      ...joined.notes,
      ...describeUnchecked(request.knowledge),
      ...describeNotSimulated(request.knowledge),
    ]),
    mapping: findMapping(sources),
  }
  const dates = sources.flatMap(({ imported }) => imported.asOf ?? []).toSorted()
  const encoded = JSON.stringify(z.encode(importReviewSchema, review))
  return {
    review: encoded,
    packedReview: pack(encoded),
    packedMaterial: review.mapping === null ? null : pack(request.sources),
    packedTrades: packTrades(sources),
    positionCount: positions.length,
    asOf: dates[0] ?? null,
  }
}

/** Trades of two histories may overlap, so only those of one are dated. */
function packTrades(sources: readonly ReviewedSource[]): Uint8Array | null {
  const [source, ...others] = sources
  const trades = source?.imported.trades
  return !trades || others.length > 0 ? null : pack(JSON.stringify(trades))
}

/** JSON of tables is a tenth as long when it is compressed, even in haste. */
const pack = (json: string): Uint8Array => gzipSync(json, { level: 1 })

function toExtractor(sources: readonly ReviewedSource[], knowledge: TickerKnowledge) {
  const known = new Map(knowledge.known)
  const unknown = new Set(knowledge.unknown)
  const notSimulated = new Set(knowledge.notSimulated)
  const suggester = new TickerSuggester(knowledge.held)
  return (joined: JoinedPosition, index: number): ExtractedPosition => {
    const { position, lines, source } = joined
    const isWritable = isTicker(position.ticker)
    const isKnown = position.kind !== 'security' || (isWritable && !unknown.has(position.ticker))
    const instrument = known.get(position.ticker)
    const arithmetic = checkArithmetic(position)
    const isImage = sources[source]?.imported.kind === 'image'
    const doubts = [...position.doubts]
    if (arithmetic === 'fails') doubts.unshift({ field: 'shares', reason: describeFailure(position) })
    if (!isKnown && isWritable) {
      const reason = notSimulated.has(position.ticker)
        ? `${position.ticker} is not in the demo market, so it has no price here. It can be saved as it is.`
        : `No instrument with the ticker ${position.ticker} is known. It can be saved as it is; check the spelling.`
      doubts.push({ field: 'ticker', reason })
    }
    const near = isKnown ? [] : suggester.suggest(position.ticker, position.name, arithmetic === 'holds' && !isImage)
    return {
      id: `p${index + 1}`,
      ticker: position.ticker,
      name: position.name ?? instrument?.name ?? null,
      kind: position.kind,
      shares: toNumber(position.shares),
      avgCost: toNumber(position.avgCost),
      currency: position.currency,
      sector: position.kind === 'cash' ? CASH_SECTOR : (position.sector ?? instrument?.sector ?? null),
      account: position.account === null ? null : maskAccountNumbers(position.account),
      statedPrice: position.statedPrice,
      statedValue: position.statedValue,
      confidence: judgeConfidence(position, { arithmetic, isKnown, isImage }),
      arithmetic,
      isKnownTicker: isKnown,
      doubts,
      suggestions: [
        ...position.suggestions,
        ...near.map(({ ticker, reason }) => ({ field: 'ticker' as const, value: ticker, reason })),
      ],
      lines: [...lines],
    }
  }
}

const toNumber = (decimal: string | null) => (decimal === null ? null : Number(decimal))

function describeFailure({ shares, statedPrice, statedValue, multiplier }: JoinedPosition['position']): string {
  const factors = [shares, statedPrice, ...(multiplier === 1 ? [] : [multiplier])].join(' × ')
  return `${factors} is not ${statedValue}: one of these figures is wrong.`
}

const needsLook = ({ confidence, doubts, shares }: ExtractedPosition) =>
  confidence !== 'high' || doubts.length > 0 || shares === null

/** The least sure first; equally sure ones stay in the order of their source. */
function byNeed(a: ExtractedPosition, b: ExtractedPosition): number {
  const need = (position: ExtractedPosition) =>
    CONFIDENCE_ORDER[position.confidence] * 2 + (needsLook(position) ? 0 : 1)
  return need(a) - need(b)
}

function listLines(sources: readonly ReviewedSource[], positions: readonly ExtractedPosition[]): ImportLine[] {
  const owners = new Map(
    positions.flatMap(({ id, lines }) => lines.map(({ source, line }) => [`${source}:${line}`, id] as const)),
  )
  return sources.flatMap(({ imported }, source) =>
    imported.lines.map(({ line, verdict, text, note }) => ({
      line,
      source,
      verdict,
      note,
      text: text.length > SHOWN_CHARACTERS ? text.slice(0, SHOWN_CHARACTERS).toWellFormed() : text,
      positionId: owners.get(`${source}:${line}`) ?? null,
    })),
  )
}

function countVerdicts(lines: readonly ImportLine[]): ImportReview['totals']['byVerdict'] {
  const counts: ImportReview['totals']['byVerdict'] = {}
  for (const { verdict } of lines) counts[verdict] = (counts[verdict] ?? 0) + 1
  return counts
}

/** With several sources each problem says where it is. */
function listProblems(sources: readonly ReviewedSource[]): Problem[] {
  const named = sources.flatMap(({ name, imported }) =>
    imported.problems.map((problem) =>
      sources.length === 1 ? problem : { ...problem, message: `${name}: ${problem.message}` },
    ),
  )
  return named.slice(0, LISTED_PROBLEMS)
}

function listNotes(sources: readonly ReviewedSource[], first: readonly string[]): string[] {
  const notes = [
    ...first,
    ...sources.flatMap(({ name, imported }) =>
      imported.notes.map((note) => (sources.length === 1 ? note : `${name}: ${note}`)),
    ),
  ]
  const more = notes.length - LISTED_NOTES
  return more > 0 ? [...notes.slice(0, LISTED_NOTES), `And ${more} more notes of this kind.`] : notes
}

/** Describes those that are known by name; each of the others has its own doubt. */
function describeNotSimulated({ notSimulated, unknown }: TickerKnowledge): string[] {
  const unnamed = new Set(unknown)
  const named = notSimulated.filter((ticker) => !unnamed.has(ticker))
  if (named.length === 0) return []
  const [first = '', ...others] = named
  const listed =
    others.length === 0
      ? `${first} is`
      : `${first} and ${others.length} ${others.length === 1 ? 'other' : 'others'} are`
  return [`${listed} not in the demo market and will have no price. With live prices they count.`]
}

function describeUnchecked({ unchecked }: TickerKnowledge): string[] {
  if (unchecked.length === 0) return []
  const [only = ''] = unchecked
  const sentence =
    unchecked.length === 1
      ? `${only} could not be looked up at the moment, and counts as written correctly.`
      : `${unchecked.length} tickers could not be looked up at the moment, and count as written correctly.`
  return [sentence]
}
