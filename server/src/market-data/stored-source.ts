// Tests: cache/old-simulations.test.ts

import type { MarketDataSource } from '@ballast/contract'

/** Raised whenever any simulated figure changes, so that what was stored of another simulation is known by it. */
export const SIMULATION_VERSION = 3

/**
 * The name under which figures of a source are stored. Simulated ones carry the version of the simulation: those of another
 * version are not found, and are observed or computed again.
 */
export type StoredSource = Exclude<MarketDataSource, 'sample'> | `sample-${number}`

export const toStoredSource = (source: MarketDataSource): StoredSource =>
  source === 'sample' ? `sample-${SIMULATION_VERSION}` : source
