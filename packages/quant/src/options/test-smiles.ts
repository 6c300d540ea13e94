import { toSsviSlice } from './ssvi.ts'
import type { VolatilitySmile } from './volatility-smile.ts'

/** A smile for tests that leans like those of equities, with a volatility at the forward. */
export function createTestSmile(expiry: Pick<VolatilitySmile, 'forward' | 'years' | 'atmVolatility'>): VolatilitySmile {
  const { forward, years, atmVolatility } = expiry
  const svi = toSsviSlice({ rho: -0.6, eta: 0.9 }, atmVolatility * atmVolatility * years)
  return { forward, years, atmVolatility, svi, pointCount: 9 }
}
