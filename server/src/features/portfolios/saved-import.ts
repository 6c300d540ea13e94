/** Result of saving an import. */
export interface SavedPortfolio {
  id: string
  name: string
  importId: string
  positionCount: number
  notes: string[]
  /** True when all of it was there already. */
  unchanged: boolean
}

/** Where an import goes; no portfolio makes a new one. */
export type ImportTarget = { portfolioId: string; mode: 'add' | 'replace' } | undefined
