// Tests: ../../features/correlation/lower-risk.test.ts

import { MARKET_BENCHMARK } from '@ballast/contract'
import { AppError } from '../../http/errors.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import type { ValuedLots } from '../value-lots.ts'
import { createIndexReader, loadReplay } from './load-backtest.ts'
import type { ReplayInput } from './replay-portfolio.ts'

/** A past fall of the market with everything that today's holdings need to be sent through it. */
export interface LoadedCrisis {
  id: string
  name: string
  replay: ReplayInput
}

export interface LoadedCrises {
  crises: LoadedCrisis[]
  /** False when the provider owes a history, so that the same question may have a better answer in a moment. */
  isFinal: boolean
}

/** The falls that most histories reach, each of another kind: banks, a sudden stop, rising rates. */
const CRISES = ['gfc-2007', 'covid-2020', 'bear-2022']

/** Loads past falls of the market. One of which too little is known is left out. */
export function createCrisisLoader(marketData: MarketData) {
  const readIndex = createIndexReader(marketData)
  return async (
    portfolioId: string,
    held: { lots: readonly StoredLot[]; valued: ValuedLots; now: Date },
  ): Promise<LoadedCrises> => {
    const index = await readIndex()
    if (!index) return { crises: [], isFinal: false }
    // Falls of the market, of which only what the portfolio itself does is asked.
    const compared = { ...held, benchmark: MARKET_BENCHMARK }
    const loaded: LoadedCrises = { crises: [], isFinal: true }
    for (const scenarioId of CRISES) {
      try {
        const request = { portfolioId, scenarioId }
        const { replay, scenario, isFinal } = await loadReplay(marketData, index, request, compared)
        loaded.crises.push({ id: scenario.id, name: scenario.name, replay })
        loaded.isFinal &&= isFinal
      } catch (error) {
        // What a crisis says nothing about is left out; what the provider owes now may come in a moment.
        if (!(error instanceof AppError)) throw error
        if (error.fields.status === 503) loaded.isFinal = false
      }
    }
    return loaded
  }
}
