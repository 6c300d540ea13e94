import type { Page } from '@playwright/test'

interface RawPosition {
  ticker: string
  kind: string
  shares: number
  avgCost: number | null
  sector: string | null
  multiplier: number
}

interface RawPrices {
  prices: Record<string, { price: number }>
}

export interface ByHand {
  totalCost: number
  totalShares: number
  /** Sum of shares × price over priced positions. */
  marketValue: number
  rows: {
    ticker: string
    sector: string
    shares: number
    avgCost: number | null
    price: number
    value: number
    cost: number
  }[]
  /** Share of the cost by sector, in percent. */
  sectorPercent: Map<string, number>
}

/**
 * The overview's figures worked out from the raw answers of the API, by nothing but the definitions: cost = shares ×
 * average cost, value = shares × price. Only for portfolios of securities that all have a price and a cost.
 */
export async function workOutByHand(page: Page, portfolioId: string): Promise<ByHand> {
  const get = async <T>(path: string) => (await (await page.request.get(path)).json()) as T
  const positions = await get<RawPosition[]>(`/api/portfolios/${portfolioId}/positions`)
  const { prices } = await get<RawPrices>(`/api/portfolios/${portfolioId}/prices`)
  const rows = positions.map(({ ticker, sector, shares, avgCost }) => {
    const price = prices[ticker]?.price ?? Number.NaN
    return {
      ticker,
      sector: sector ?? 'Unknown',
      shares,
      avgCost,
      price,
      value: shares * price,
      cost: shares * (avgCost ?? Number.NaN),
    }
  })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const totalCost = sum(rows.map(({ cost }) => cost))
  const sectors = [...new Set(rows.map(({ sector }) => sector))]
  return {
    totalCost,
    totalShares: sum(rows.map(({ shares }) => shares)),
    marketValue: sum(rows.map(({ value }) => value)),
    rows,
    sectorPercent: new Map(
      sectors.map((name) => [
        name,
        (100 * sum(rows.filter(({ sector }) => sector === name).map(({ cost }) => cost))) / totalCost,
      ]),
    ),
  }
}

/** Dollars as the screens write them. */
export function dollars(amount: number, decimals: number): string {
  return amount
    .toLocaleString('en-US', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    .replace('-', '−')
}

/** A plain number with 2 decimals as the screens write it. */
export function twoDecimals(value: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−')
}
