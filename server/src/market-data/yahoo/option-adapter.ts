// Tests: ../options/provider-options.test.ts

import type { Clock } from '../../clock.ts'
import { ProviderFailure, yahooFailures } from '../failures.ts'
import { runInLanes } from '../in-lanes.ts'
import { chooseLiveExpiries } from '../options/choose-expiries.ts'
import type { OptionChainProvider } from '../options/option-chain.ts'
import { requireSymbol, toExpiries, toExpiryDate, toYahooChain } from './option-transform.ts'
import { type YahooChain, yahooChainSchema } from './option-wire.ts'
import { toYahooSymbol } from './symbols.ts'

const LANES = 4

/** Asks for one expiry, or for the nearest; `undefined` for a symbol that Yahoo does not know. */
export type FetchYahooOptions = (symbol: string, expiry?: Date) => Promise<unknown>

/**
 * Options out of Yahoo, which answers for one expiry at a time: the first answer names the others.
 * @throws ProviderFailure as `OptionChainProvider` says
 */
export function createYahooOptions(
  fetchOptions: FetchYahooOptions,
  clock: Clock,
): OptionChainProvider['fetchOptionChain'] {
  async function fetchChain(symbol: string, expiry?: string): Promise<YahooChain | undefined> {
    const answer = await fetchOptions(symbol, expiry === undefined ? undefined : toExpiryDate(expiry))
    if (answer === undefined || answer === null) return undefined
    const parsed = yahooChainSchema.safeParse(answer)
    if (!parsed.success) throw yahooFailures.badReply('its option chain has another shape than known')
    requireSymbol(parsed.data, symbol)
    return parsed.data
  }

  return async (ticker, slice) => {
    const symbol = toYahooSymbol(ticker)
    const now = clock.now()
    const asked = typeof slice === 'object' ? slice.expiry : undefined
    const first = await fetchChain(symbol, asked)
    if (!first) return 'unknown-ticker'
    const head = toYahooChain(ticker, symbol, [first], now)
    if (typeof head === 'string') return head
    const wanted = chooseLiveExpiries(head.expiries, head.asOf, slice)
    const here = new Set(head.contracts.map(({ expiry }) => expiry))
    const others: YahooChain[] = []
    await runInLanes(
      wanted.filter((expiry) => !here.has(expiry)),
      LANES,
      async (expiry) => {
        try {
          const chain = await fetchChain(symbol, expiry)
          if (chain) others.push(chain)
        } catch (error) {
          // An expiry that has gone since the first answer costs its own contracts, not the chain.
          if (!(error instanceof ProviderFailure) || error.consequence === 'penalise') throw error
        }
      },
    )
    const chain = toYahooChain(ticker, symbol, [first, ...others], now)
    if (typeof chain === 'string') return chain
    const contracts = chain.contracts.filter(({ expiry }) => wanted.includes(expiry))
    return contracts.length === 0 ? 'no-options' : { ...chain, contracts, expiries: toExpiries(first) }
  }
}
