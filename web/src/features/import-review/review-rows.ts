import { type ExtractedPosition, LIMITS, readField, type saveFromReview, toTicker } from '@ballast/contract'
import type { z } from 'zod'

/** The fields of a row that a person can change. */
export const REVIEW_FIELDS = ['ticker', 'shares', 'avgCost'] as const
export type ReviewField = (typeof REVIEW_FIELDS)[number]

/** A position under review: what was read, and what the fields hold now, as text. */
export interface ReviewRow {
  id: string
  /** As it was read; absent for a row that the person added. */
  read: ExtractedPosition | undefined
  ticker: string
  shares: string
  avgCost: string
  /** Fields the person has changed; what was doubtful about them is settled. */
  edited: readonly ReviewField[]
  /** Errors that keep a field from being saved. */
  errors: Partial<Record<ReviewField, string>>
  /** True while something is doubtful or wrong. */
  needsLook: boolean
}

/** `saveFromReview` takes these. */
type PositionToSave = z.input<typeof saveFromReview.body>['positions'][number]

export function toRow(read: ExtractedPosition): ReviewRow {
  return judge({
    id: read.id,
    read,
    ticker: read.ticker,
    shares: toFieldText(read.shares),
    avgCost: toCostText(read.avgCost),
    edited: [],
  })
}

export function emptyRow(id: string): ReviewRow {
  return judge({ id, read: undefined, ticker: '', shares: '', avgCost: '', edited: [] })
}

/** The row after a field was changed; tickers are upper case as they are typed. */
export function withField(row: ReviewRow, field: ReviewField, text: string): ReviewRow {
  const edited = row.edited.includes(field) ? row.edited : [...row.edited, field]
  return judge({ ...row, [field]: field === 'ticker' ? text.toUpperCase() : text, edited })
}

type UnjudgedRow = Omit<ReviewRow, 'errors' | 'needsLook'>

function judge(row: UnjudgedRow): ReviewRow {
  const errors = isBlank(row) ? {} : findErrors(row)
  const judged = { ...row, errors, needsLook: false }
  return { ...judged, needsLook: Object.keys(errors).length > 0 || openDoubts(judged).length > 0 }
}

/** True for an added row that nothing was written into: it is not saved. */
export function isBlank({ read, ticker, shares, avgCost }: UnjudgedRow): boolean {
  return read === undefined && `${ticker}${shares}${avgCost}`.trim() === ''
}

// The same rules as those of the API, so that what is wrong shows before anything is sent.
function findErrors({ ticker, shares, avgCost }: UnjudgedRow): ReviewRow['errors'] {
  const errors: ReviewRow['errors'] = {}
  if (ticker.trim() === '') errors.ticker = 'Enter a ticker, such as AAPL.'
  else if (toTicker(ticker) === undefined) errors.ticker = 'This is not a ticker. Write it like AAPL or BRK.B.'
  const { value: count, question } = readField(shares)
  if (Number.isNaN(count)) errors.shares = question ?? 'Enter the shares as a number, such as 10 or 1250.5.'
  else if (count === 0) errors.shares = 'Shares cannot be 0.'
  else if (Math.abs(count) > LIMITS.shares) errors.shares = 'Shares are too many to be true.'
  const cost = toCost(avgCost) ?? 0
  if (Number.isNaN(cost)) errors.avgCost = 'Enter the cost as a number, such as 148.35, or leave it empty.'
  else if (cost < 0) errors.avgCost = 'Avg cost cannot be negative.'
  else if (cost > LIMITS.avgCost) errors.avgCost = 'Avg cost is too large to be true.'
  return errors
}

/** Lists what was doubtful when it was read and has not been changed since. */
export function openDoubts({ read, edited }: Pick<ReviewRow, 'read' | 'edited'>): ExtractedPosition['doubts'] {
  if (!read || read.doubts.length === 0) return []
  return read.doubts.filter(({ field }) => !isSettled(edited, field))
}

/** One line of several reasons, which may be sentences with a full stop or words without one. */
export function joinReasons(reasons: readonly string[]): string {
  return reasons.map((reason, place) => (place < reasons.length - 1 ? reason.replace(/\.$/, '') : reason)).join('. ')
}

/** A value that may be meant instead, for a field that nobody has changed and that does not hold it already. */
export function findSuggestion(row: ReviewRow): { field: ReviewField; value: string } | undefined {
  for (const { field, value } of row.read?.suggestions ?? []) {
    if (isReviewField(field) && !row.edited.includes(field) && row[field] !== value) return { field, value }
  }
  return undefined
}

/** True for a field to outline: something about it is wrong or doubtful. */
export function isDoubtful(row: ReviewRow, field: ReviewField): boolean {
  return row.errors[field] !== undefined || openDoubts(row).some((doubt) => doubt.field === field)
}

/** The first field of a row to look at. */
export function firstDoubtfulField(row: ReviewRow): ReviewField {
  return REVIEW_FIELDS.find((field) => isDoubtful(row, field)) ?? 'ticker'
}

function isSettled(edited: readonly ReviewField[], field: string): boolean {
  return isReviewField(field) && edited.includes(field)
}

function isReviewField(field: string): field is ReviewField {
  return REVIEW_FIELDS.some((known) => known === field)
}

/** The rows as they are saved; added rows left blank are not among them. */
export function toPositionsToSave(rows: readonly ReviewRow[]): PositionToSave[] {
  return rows.filter((row) => !isBlank(row)).map(toPositionToSave)
}

function toPositionToSave({ read, ticker, shares, avgCost, edited }: ReviewRow): PositionToSave {
  const saved = { ticker: toTicker(ticker) ?? ticker, shares: readField(shares).value, avgCost: toCost(avgCost) }
  if (!read) return saved
  // The field shows a long cost rounded; what nobody changed is saved as it was read.
  if (!edited.includes('avgCost')) saved.avgCost = read.avgCost
  const { confidence, sector, currency, account, kind, statedPrice } = read
  // What kind it is follows from the ticker; that of another one must not be taken along.
  return {
    ...saved,
    confidence,
    sector,
    currency,
    account,
    ...(!edited.includes('ticker') && { kind, ...(kind === 'bond' && { statedPrice }) }),
  }
}

const toCost = (text: string): number | null => (text.trim() === '' ? null : readField(text, { isMoney: true }).value)

/** A figure as a field holds it: two decimals, or as many as it has; empty when unknown. */
export function toFieldText(value: number | null): string {
  if (value === null) return ''
  const short = value.toFixed(2)
  if (Number(short) === value) return short
  return value.toFixed(LIMITS.decimals).replace(/(?<!0)0+$/, '')
}

/** A cost as a field holds it: an average of lots, with more decimals than a broker writes, in cents. */
function toCostText(value: number | null): string {
  const text = toFieldText(value)
  return value !== null && value >= 1 && /\.\d{5}/.test(text) ? value.toFixed(2) : text
}
