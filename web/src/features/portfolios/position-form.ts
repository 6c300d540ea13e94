import { ApiError, addPosition, type Position, readField, toBondTerms, type updatePosition } from '@ballast/contract'
import type { z } from 'zod'

/** Values of the form of a position, as text. */
export interface PositionFormValues {
  ticker: string
  shares: string
  avgCost: string
  /** For a Treasury: its price per $100 of face value. */
  statedPrice: string
  sector: string
  account: string
}

export type PositionFormErrors = Partial<Record<keyof PositionFormValues, string>>

type PositionBody = z.input<typeof addPosition.body>

export type PositionFormResult = { ok: true; body: PositionBody } | { ok: false; errors: PositionFormErrors }

const FIELDS: readonly string[] = [
  'ticker',
  'shares',
  'avgCost',
  'statedPrice',
  'sector',
  'account',
] satisfies (keyof PositionFormValues)[]

/** The form filled with a position, or empty for a new one. */
export function toFormValues(position: Position | undefined): PositionFormValues {
  return {
    ticker: position?.ticker ?? '',
    shares: position ? String(position.shares) : '',
    avgCost: position?.avgCost == null ? '' : String(position.avgCost),
    statedPrice: position?.statedPrice == null ? '' : String(position.statedPrice),
    // A sector that the market data supplied is not the user's to store.
    sector: position?.sectorIsOwn ? (position.sector ?? '') : '',
    account: position?.account ?? '',
  }
}

/** The typed values as the API takes them, or what is wrong with each field. An empty cost is an unknown cost. */
export function parsePositionForm(values: PositionFormValues): PositionFormResult {
  const errors: PositionFormErrors = {}
  if (values.ticker.trim() === '') errors.ticker = 'Enter a ticker, such as AAPL.'
  const read = (name: 'shares' | 'avgCost' | 'statedPrice', hint: string) => {
    const { value, question } = readField(values[name], { isMoney: name !== 'shares' })
    if (Number.isNaN(value)) errors[name] = question ?? `Enter a number, such as ${hint}.`
    return value
  }
  const shares = read('shares', '10 or 1250.5')
  const avgCost = values.avgCost.trim() === '' ? null : read('avgCost', '148.35, or leave it empty')
  const isBond = isTreasury(values.ticker)
  const statedPrice =
    !isBond || values.statedPrice.trim() === '' ? null : read('statedPrice', '98.75, or leave it empty')
  const body: PositionBody = {
    ticker: values.ticker,
    shares,
    avgCost,
    ...(isBond && { statedPrice }),
    sector: values.sector.trim() || null,
    account: values.account.trim() || null,
  }
  const parsed = addPosition.body.safeParse(body)
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path[0])
    // The first reason is the plainest, and an empty field has already been told.
    if (isField(field)) errors[field] ??= issue.message
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, body }
}

/**
 * Returns what an edit sends: the fields that were changed, so that what is not touched stays as the server has it. The
 * account is where a lot lies; moving a lot is not an edit of it.
 */
export function toChanges(
  body: z.input<typeof addPosition.body>,
  before: PositionFormValues,
  after: PositionFormValues,
): z.input<typeof updatePosition.body> {
  const { ticker, shares, avgCost = null, statedPrice = null, sector = null } = body
  return {
    ...(after.ticker !== before.ticker && { ticker }),
    ...(after.shares !== before.shares && { shares }),
    ...(after.avgCost !== before.avgCost && { avgCost }),
    ...(after.statedPrice !== before.statedPrice && { statedPrice }),
    ...(after.sector !== before.sector && { sector }),
  }
}

/** The field errors in a refused request; empty when the refusal is about something else. */
export function toFieldErrors(error: unknown): PositionFormErrors {
  const details = error instanceof ApiError ? error.body?.details : undefined
  if (!Array.isArray(details)) return {}
  return Object.fromEntries(
    details.flatMap(({ column, message }) => (column && isField(column) ? [[column, message]] : [])),
  )
}

/** True if what is typed for a ticker is a Treasury's, such as T4.125-20341115. */
export const isTreasury = (typed: string): boolean => toBondTerms(typed.trim().toUpperCase()) !== undefined

function isField(name: string): name is keyof PositionFormValues {
  return FIELDS.includes(name)
}
