import { z } from 'zod'

/* The part of Polygon's option snapshots that Ballast reads. Figures may be anything: one that cannot be used is left out. */

const figures = <Name extends string>(...names: Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.unknown()])) as Record<Name, z.ZodUnknown>).partial()

export const optionSnapshotSchema = z.object({
  details: z.object({
    contract_type: z.string(),
    expiration_date: z.string(),
    strike_price: z.number(),
    /** `O:AAPL230616C00150000` */
    ticker: z.string(),
    shares_per_contract: z.unknown().optional(),
  }),
  day: figures('close', 'previous_close', 'volume').nullish().catch(null),
  last_quote: figures('bid', 'ask', 'last_updated').nullish().catch(null),
  last_trade: figures('price', 'sip_timestamp').nullish().catch(null),
  implied_volatility: z.unknown().optional(),
  open_interest: z.unknown().optional(),
  /** Of an index it is a value, of anything else a price. */
  underlying_asset: figures('price', 'value', 'last_updated').nullish().catch(null),
})
export type OptionSnapshot = z.output<typeof optionSnapshotSchema>

export const optionSnapshotsSchema = z.object({
  next_url: z.string().optional(),
  results: z.array(z.unknown()).default([]),
})
