import type { CorrelationAnalysis } from '@ballast/contract'
import { nameSource } from '../../components/explained.tsx'
import { formatDate, formatShare } from '../../lib/format.ts'
import { nameTickers } from '../../lib/ticker-label.ts'

/** The sectors as they are shown, and what there is to say about the broad funds among the holdings. */
export interface SectorExposureView {
  title: string
  sectors: CorrelationAnalysis['sectorExposure']
  /** Null when no broad fund is held. */
  funds: { canLookThrough: boolean; text: string } | null
}

/** Broad funds as a sector of their own, or spread over the sectors that they hold where that is known. */
export function toSectorView(analysis: CorrelationAnalysis, lookThrough: boolean): SectorExposureView {
  const { sectorExposure, sectorExposureLookThrough, lookThrough: basis } = analysis
  const canLookThrough = basis !== null && basis.funds.length > 0
  const isThrough = canLookThrough && lookThrough
  return {
    title: isThrough ? 'Sector Exposure, funds looked through' : 'Sector Exposure',
    sectors: isThrough ? sectorExposureLookThrough : sectorExposure,
    funds: basis && { canLookThrough, text: describeFunds(analysis, basis, isThrough) },
  }
}

function describeFunds(
  { source }: CorrelationAnalysis,
  { funds, fundsWithoutSectors, remainingPercent }: NonNullable<CorrelationAnalysis['lookThrough']>,
  isThrough: boolean,
): string {
  const told = funds.map(({ ticker }) => ticker)
  const silence = `${nameSource(source)} does not tell what ${nameTickers(fundsWithoutSectors)} ${fundsWithoutSectors.length === 1 ? 'holds' : 'hold'}`
  if (told.length === 0) return `${silence}, so broad funds are shown as one sector.`
  const rest = fundsWithoutSectors.length > 0 ? ` ${silence}.` : ''
  if (!isThrough) return `${nameTickers(told)} ${told.length === 1 ? 'counts' : 'count'} as “Diversified Fund”.${rest}`
  const days = funds.map(({ asOf }) => asOf).sort()
  const [first = null, last = null] = [days[0], days.at(-1)]
  const dated = first === last ? `as of ${formatDate(first)}` : `as of ${formatDate(first)} to ${formatDate(last)}`
  const simulated = source === 'sample' ? 'simulated weights' : `weights of ${nameSource(source)}`
  const remaining = remainingPercent > 0 ? ` ${formatShare(remainingPercent)} of value stays “Diversified Fund”.` : ''
  return `${nameTickers(told)} spread by ${simulated} ${dated}.${remaining}${rest}`
}
