import {
  getNearTermOptions,
  getPortfolioOptions,
  type NearTermOptions,
  PRICE_MAX_AGE_SECONDS,
  searchInstruments,
} from '@ballast/contract'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../lib/call-api.ts'

/** The near-term chain of a ticker; with an expiry, that one alone. */
export const optionsQuery = (ticker: string, expiry?: string) =>
  queryOptions({
    ...apiQuery(getNearTermOptions, { params: { ticker }, query: expiry === undefined ? {} : { expiry } }),
    // Coming back to a ticker later shows what the server has by then, as prices do.
    staleTime: PRICE_MAX_AGE_SECONDS * 1_000,
  })

/** True if the answer is that the provider refuses options to this key. */
export function isUnauthorized(answer: NearTermOptions): answer is Extract<NearTermOptions, { unauthorized: true }> {
  return 'unauthorized' in answer
}

/** The option positions of a portfolio, and what the whole book is sensitive to. */
export const portfolioOptionsQuery = (portfolioId: string) => apiQuery(getPortfolioOptions, { params: { portfolioId } })

const SUGGESTIONS_KEPT_MS = 60_000

/** Suggestions for what was typed so far. */
export const suggestionsQuery = (text: string) =>
  queryOptions({ ...apiQuery(searchInstruments, { query: { q: text } }), gcTime: SUGGESTIONS_KEPT_MS })
