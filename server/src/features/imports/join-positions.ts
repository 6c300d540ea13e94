import type { ImportedSource, SourcePosition } from '@ballast/importers'
import { mergeLots } from '@ballast/importers/own'
import { Big } from 'big.js'
import type { ReviewedSource } from './reviewed-source.ts'

/** A position of the review before it is judged: one or more lines of one or more sources. */
export interface JoinedPosition {
  position: SourcePosition
  /** Index of the source that it is shown under: the first it was found in. */
  source: number
  lines: readonly { source: number; line: number }[]
}

export interface JoinedPositions {
  positions: readonly JoinedPosition[]
  notes: readonly string[]
}

const LISTED_NOTES = 20
/** Lots of one holding that one more is compared with; honest sources have a few, and every pair would be compared. */
const MOST_COMPARED = 50

/**
 * The positions of all sources as one list. Lots of one ticker in one account are one position when nothing is lost by
 * it, and what two screenshots of one scrolled list, or two files of one account, both show counts once.
 */
export function joinPositions(sources: readonly ReviewedSource[]): JoinedPositions {
  const notes: string[] = []
  const joined: JoinedPosition[] = []
  /** Places in `joined` of what the sources before show, by holding. */
  const shown = new Map<string, number[]>()
  for (const [index, source] of sources.entries()) {
    const own: [key: string, place: number][] = []
    for (const candidate of mergeWithin(source, index, sources.length > 1, notes)) {
      const key = toHoldingKey(candidate.position)
      const others = (shown.get(key) ?? []).slice(0, MOST_COMPARED)
      const place = others.find((other) => {
        const { position } = joined[other] ?? candidate
        return showsSame(source.imported, position, candidate.position)
      })
      const same = place === undefined ? undefined : joined[place]
      if (place !== undefined && same) {
        joined[place] = joinTwo(same, candidate)
        const { ticker, shares } = candidate.position
        notes.push(`${shares} ${ticker} is in ${sources[same.source]?.name} and in ${source.name}: it counts once.`)
        continue
      }
      const before = joined[others[0] ?? -1]
      own.push([key, joined.length])
      joined.push(before && source.imported.kind === 'image' ? doubtSecond(candidate, sources, before) : candidate)
    }
    for (const [key, place] of own) {
      const places = shown.get(key)
      if (places) places.push(place)
      else shown.set(key, [place])
    }
  }
  const more = notes.length - LISTED_NOTES
  return {
    positions: joined,
    notes: more > 0 ? [...notes.slice(0, LISTED_NOTES), `And ${more} more joined in this way.`] : notes,
  }
}

const toHoldingKey = ({ ticker, kind, account, currency }: SourcePosition) =>
  JSON.stringify([ticker, kind, account, currency])

/**
 * Images overlap, so equal shares are the same row seen twice. Two files may be of two accounts that hold alike, unless
 * both name the same account.
 */
function showsSame(imported: ImportedSource, one: SourcePosition, other: SourcePosition): boolean {
  if (imported.kind !== 'image' && one.account === null) return false
  if (one.shares === null || other.shares === null || !new Big(one.shares).eq(other.shares)) return false
  return one.avgCost === null || other.avgCost === null || new Big(one.avgCost).eq(other.avgCost)
}

/** The surer reading of the two, completed by what only the other one shows. */
function joinTwo(first: JoinedPosition, second: JoinedPosition): JoinedPosition {
  const [better, worse] =
    second.position.certainty > first.position.certainty
      ? [second.position, first.position]
      : [first.position, second.position]
  return {
    source: first.source,
    lines: [...first.lines, ...second.lines],
    position: {
      ...better,
      name: better.name ?? worse.name,
      identifier: better.identifier ?? worse.identifier,
      avgCost: better.avgCost ?? worse.avgCost,
      sector: better.sector ?? worse.sector,
      statedPrice: better.statedPrice ?? worse.statedPrice,
      statedValue: better.statedValue ?? worse.statedValue,
    },
  }
}

function doubtSecond(
  candidate: JoinedPosition,
  sources: readonly ReviewedSource[],
  before: JoinedPosition,
): JoinedPosition {
  const { position } = candidate
  const where = sources[before.source]?.name ?? 'another image'
  const reason = `${position.ticker} is also in ${where} with ${before.position.shares ?? 'unreadable'} shares. Remove one if they are the same position.`
  return { ...candidate, position: { ...position, doubts: [...position.doubts, { field: 'shares', reason }] } }
}

function mergeWithin(source: ReviewedSource, index: number, namesSource: boolean, notes: string[]): JoinedPosition[] {
  const groups = new Map<string, SourcePosition[]>()
  for (const position of source.imported.positions) {
    const key = toLotKey(position)
    const group = groups.get(key)
    if (group) group.push(position)
    else groups.set(key, [position])
  }
  return [...groups.values()].flatMap((lots) => {
    const whole = mergeIntoOne(lots)
    if (whole === undefined) return lots.map((position) => toJoined(position, index))
    notes.push(...whole.notes.map((note) => (namesSource ? `${source.name}: ${note}` : note)))
    return [toJoined(whole.position, index)]
  })
}

function toLotKey(position: SourcePosition): string {
  const { shares, avgCost, doubts } = position
  // What has to be looked at stays a row of its own, so that the look is at what the source shows.
  if (shares === null || doubts.length > 0) return JSON.stringify(['alone', position.lines])
  return JSON.stringify([toHoldingKey(position), shares.startsWith('-'), avgCost !== null, position.multiplier])
}

function mergeIntoOne(lots: readonly SourcePosition[]): { position: SourcePosition; notes: string[] } | undefined {
  const [first] = lots
  if (first === undefined || lots.length < 2) return undefined
  const exact = lots.map(({ ticker, kind, shares, avgCost, currency, multiplier, sector, account }) => ({
    ticker,
    kind,
    avgCost,
    currency,
    multiplier,
    sector,
    account,
    shares: shares ?? '0',
  }))
  const { positions, notes } = mergeLots(
    exact,
    lots.map(({ lines }) => lines[0] ?? 0),
  )
  const [merged] = positions
  if (positions.length !== 1 || merged === undefined) return undefined
  const values = lots.map(({ statedValue }) => statedValue)
  const prices = new Set(lots.map(({ statedPrice }) => statedPrice))
  return {
    notes,
    position: {
      ...first,
      shares: merged.shares,
      avgCost: merged.avgCost,
      sector: merged.sector,
      name: lots.find(({ name }) => name !== null)?.name ?? null,
      lines: lots.flatMap(({ lines }) => lines),
      certainty: Math.min(...lots.map(({ certainty }) => certainty)),
      statedPrice: prices.size === 1 ? first.statedPrice : null,
      statedValue: values.includes(null)
        ? null
        : values.reduce((sum: Big, value) => sum.plus(value ?? 0), new Big(0)).toNumber(),
      suggestions: lots.flatMap(({ suggestions }) => suggestions),
    },
  }
}

const toJoined = (position: SourcePosition, source: number): JoinedPosition => ({
  position,
  source,
  lines: position.lines.map((line) => ({ source, line })),
})
