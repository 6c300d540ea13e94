import type { OptionContract } from '@ballast/contract'
import { formatCompact, formatNumber, formatPercent } from '../../lib/format.ts'

/** From the outer edge of the ladder to the strike. */
export const LADDER_COLUMNS = [
  { id: 'rho', header: 'Rho', name: 'Rho', width: 50 },
  { id: 'vega', header: 'Vega', name: 'Vega', width: 50 },
  { id: 'theta', header: 'Theta', name: 'Theta a day', width: 54 },
  { id: 'gamma', header: 'Gamma', name: 'Gamma', width: 56 },
  { id: 'delta', header: 'Delta', name: 'Delta', width: 44 },
  { id: 'probability', header: 'P(ITM)', name: 'Odds of expiring in the money', width: 52 },
  { id: 'iv', header: 'IV', name: 'Implied volatility', width: 54 },
  { id: 'volume', header: 'Volume', name: 'Volume', width: 52 },
  { id: 'openInterest', header: 'Open int.', name: 'Open interest', width: 58 },
  { id: 'last', header: 'Last', name: 'Last trade', width: 52 },
  { id: 'mid', header: 'Mid', name: 'Middle of bid and ask', width: 52 },
  { id: 'bid', header: 'Bid', name: 'Bid', width: 58 },
  { id: 'ask', header: 'Ask', name: 'Ask', width: 54 },
] as const

export type LadderColumnId = (typeof LADDER_COLUMNS)[number]['id']

/** A column of a side, or the bar of open interest, which comes with its figure. */
export type LadderTrack = LadderColumnId | 'bar'

export const DEFAULT_COLUMNS: readonly LadderColumnId[] = ['delta', 'iv', 'volume', 'openInterest', 'bid', 'ask']

/** The sets of a phone, which has room for two figures a side. */
export const PHONE_SETS = [
  { value: 'mid-delta', label: 'Mid and delta', tracks: ['delta', 'mid', 'bar'] },
  { value: 'bid-ask', label: 'Bid, ask', tracks: ['bid', 'ask'] },
  { value: 'iv-volume', label: 'IV, volume', tracks: ['iv', 'volume'] },
] as const satisfies readonly { value: string; label: string; tracks: readonly LadderTrack[] }[]

export type PhoneSet = (typeof PHONE_SETS)[number]['value']

/** The name under which the choice is kept. */
export const COLUMNS_PREFERENCE = 'options-chain'

/** The remembered choice as far as it names columns that exist; the default without one. */
export function toChosenColumns(stored: readonly string[] | undefined): readonly LadderColumnId[] {
  const chosen = LADDER_COLUMNS.filter(({ id }) => stored?.includes(id)).map(({ id }) => id)
  return chosen.length > 0 ? chosen : DEFAULT_COLUMNS
}

/** Columns in the order of the call side, with the bar beside open interest. */
export function toTracks(columns: readonly LadderColumnId[]): readonly LadderTrack[] {
  return LADDER_COLUMNS.filter(({ id }) => columns.includes(id)).flatMap(({ id }): LadderTrack[] =>
    id === 'openInterest' ? [id, 'bar'] : [id],
  )
}

/** The put side mirrors the call side, but a bid always stands left of its ask. */
export function mirrorTracks(tracks: readonly LadderTrack[]): readonly LadderTrack[] {
  const mirrored = [...tracks].reverse()
  const [ask, bid] = [mirrored.indexOf('ask'), mirrored.indexOf('bid')]
  if (ask < 0 || bid < 0) return mirrored
  mirrored[ask] = 'bid'
  mirrored[bid] = 'ask'
  return mirrored
}

const BAR_WIDTH = 44
const PHONE_BAR_WIDTH = 26
/** How much of its width a figure needs not to run into its neighbour. */
const LEAST_SHARE = 0.88

export function widthOf(track: LadderTrack, isPhone = false): number {
  if (track === 'bar') return isPhone ? PHONE_BAR_WIDTH : BAR_WIDTH
  return LADDER_COLUMNS.find(({ id }) => id === track)?.width ?? 0
}

/** On a narrow phone the bar gives way to the figures beside it; without one they share what there is. */
export function leastPhoneWidthOf(track: LadderTrack, tracks: readonly LadderTrack[]): number {
  return track === 'bar' || !tracks.includes('bar') ? 0 : Math.round(LEAST_SHARE * widthOf(track))
}

/** Returns the text of a contract's cell. */
export function toCellText(column: LadderColumnId, contract: OptionContract): string {
  switch (column) {
    case 'rho':
    case 'vega':
    case 'theta':
      return formatNumber(contract[column], { decimals: 3 })
    case 'gamma':
      return formatNumber(contract.gamma, { decimals: 4 })
    case 'delta':
      return formatNumber(contract.delta)
    case 'probability':
      return formatPercent(contract.probabilityInTheMoneyPercent, 0)
    case 'iv':
      return formatVolatility(contract.impliedVolatility)
    case 'volume':
    case 'openInterest':
      return formatCompact(contract[column])
    default:
      return formatNumber(contract[column])
  }
}

/** `43.8%` of the fraction 0.438. */
export function formatVolatility(volatility: number | null): string {
  return formatPercent(volatility === null ? null : volatility * 100, 1)
}
