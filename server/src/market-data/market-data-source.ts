/** Where prices come from: a provider, or the simulated market. */
export type MarketDataSource = 'yahoo' | 'polygon' | 'sample'
