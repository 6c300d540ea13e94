/** Roles of the columns of a file, by any name. */
export const ROLES = [
  'account',
  'accountName',
  'symbol',
  'description',
  'quantity',
  'price',
  'value',
  'avgCost',
  'costTotal',
  'gain',
  'currency',
  'assetType',
  'cusip',
  'isin',
  'sector',
  'asOf',
  'percent',
  'multiplier',
  'expiry',
  'strike',
  'right',
  'side',
  'exchange',
  'coupon',
  'maturity',
] as const
export type Role = (typeof ROLES)[number]

/** Where each role stands, counted from 0. */
export type Columns = Partial<Record<Role, number>>

/** Names of a role as {@link toHeaderName} writes them; a name that ends in `*` is the beginning of one. */
export type HeaderNames = Partial<Record<Role, readonly string[]>>
