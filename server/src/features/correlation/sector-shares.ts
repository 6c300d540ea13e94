import { CASH_SECTOR, type CorrelationAnalysis, OPTIONS_SECTOR, UNKNOWN_SECTOR } from '@ballast/contract'
import { computeSectorExposure, type SectorHolding } from '@ballast/quant'
import { DIVERSIFIED_FUND } from '../../market-data/fund-kind.ts'
import type { FundSectors } from '../../market-data/market-data.ts'
import type { RiskHolding, RiskInput } from '../../risk/holding.ts'
import { splitGross, toHeldValue } from '../../risk/weights.ts'

type SectorFigures = Pick<CorrelationAnalysis, 'sectorExposure' | 'sectorExposureLookThrough' | 'lookThrough'>

/**
 * Sector exposure as shares of the gross market value of everything that has a price, cash and options at their price
 * beside the sectors. Twice: with broad funds as a sector of their own, and with each spread over the sectors that it holds. What a fund holds beside shares, and funds of which nobody tells, stay "Diversified Fund".
 *
 * @param fundSectors what broad funds hold, by ticker
 */
export function describeSectors(
  input: Pick<RiskInput, 'holdings' | 'cash' | 'atMarket'>,
  fundSectors: Readonly<Record<string, FundSectors>>,
): SectorFigures {
  const { cash, options } = splitGross(input)
  const holdings = input.holdings.map((holding) => ({ ...holding, value: toHeldValue(holding) }))
  const own: SectorHolding[] = [
    ...(cash === 0 ? [] : [{ marketValue: cash, positionSector: CASH_SECTOR }]),
    ...(options === 0 ? [] : [{ marketValue: options, positionSector: OPTIONS_SECTOR }]),
  ]
  const sectorExposure = toShares([...own, ...holdings.map((holding) => toOne(holding))])
  const broad = holdings.filter(({ sector, value }) => sector === DIVERSIFIED_FUND && value !== 0)
  if (broad.length === 0) return { sectorExposure, sectorExposureLookThrough: sectorExposure, lookThrough: null }

  const spread = holdings.flatMap((holding) => {
    const told = holding.sector === DIVERSIFIED_FUND ? fundSectors[holding.ticker] : undefined
    return told ? toParts(holding, told) : [toOne(holding)]
  })
  const sectorExposureLookThrough = toShares([...own, ...spread])
  return {
    sectorExposure,
    sectorExposureLookThrough,
    lookThrough: {
      funds: broad.flatMap(({ ticker, value }) => {
        const told = fundSectors[ticker]
        return told ? [{ ticker, asOf: told.asOf, value: round(Math.abs(value)) }] : []
      }),
      fundsWithoutSectors: broad.filter(({ ticker }) => !fundSectors[ticker]).map(({ ticker }) => ticker),
      remainingPercent: sectorExposureLookThrough.find(({ sector }) => sector === DIVERSIFIED_FUND)?.percentage ?? 0,
    },
  }
}

const toOne = ({ value, sector }: RiskHolding): SectorHolding => ({
  marketValue: value,
  positionSector: sector ?? UNKNOWN_SECTOR,
})

/** Below this, what the parts lack to the whole is rounding and not a holding. */
const ROUNDING = 1e-9

function toParts({ value }: RiskHolding, { weights }: FundSectors): SectorHolding[] {
  const parts = Object.entries(weights).map(([sector, weight]) => ({
    marketValue: value * weight,
    positionSector: sector,
  }))
  const rest = 1 - Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  return rest > ROUNDING ? [...parts, { marketValue: value * rest, positionSector: DIVERSIFIED_FUND }] : parts
}

function toShares(holdings: readonly SectorHolding[]): CorrelationAnalysis['sectorExposure'] {
  return computeSectorExposure(holdings).map(({ sector, percentage, value }) => ({
    sector,
    percentage,
    value: round(value),
  }))
}

/** Ten decimals: one more than a spreadsheet has to reproduce. */
export function round(value: number): number {
  return Math.round(value * 1e10) / 1e10
}
