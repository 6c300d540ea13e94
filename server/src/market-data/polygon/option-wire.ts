import { z } from 'zod'

/*
 * The part of Polygon's option snapshots that Ballast reads. Figures may be anything, and so may a row: what cannot be
 * used is left out where it is cleaned. A schema for each of thousands of rows would take longer than their analysis.
 */

export const optionSnapshotsSchema = z.object({
  next_url: z.string().optional(),
  results: z.array(z.unknown()).default([]),
})

/** One contract of a snapshot, every field of it unproven. */
export interface OptionSnapshot {
  /** `contract_type`, `expiration_date`, `strike_price`, `shares_per_contract`, `ticker` such as `O:AAPL230616C00150000`. */
  details: Fields
  /** `close`, `previous_close`, `volume` */
  day: Fields
  /** `bid`, `ask`, and nanoseconds in `last_updated` */
  quote: Fields
  /** `price`, and nanoseconds in `sip_timestamp` */
  trade: Fields
  /** `price`, of an index `value`, and nanoseconds in `last_updated` */
  underlying: Fields
  impliedVolatility: unknown
  openInterest: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** The parts of a row; those that are missing, or no objects, have no fields. */
export function readOptionSnapshot(row: unknown): OptionSnapshot {
  const fields = toFields(row)
  return {
    details: toFields(fields.details),
    day: toFields(fields.day),
    quote: toFields(fields.last_quote),
    trade: toFields(fields.last_trade),
    underlying: toFields(fields.underlying_asset),
    impliedVolatility: fields.implied_volatility,
    openInterest: fields.open_interest,
  }
}

const NO_FIELDS: Fields = {}
const toFields = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Fields) : NO_FIELDS)
