import type { ChainQuote } from '../src/index.ts'
import type { Schema } from './registry.ts'

/** A contract of a chain file, with the volatility that the file states. */
export type FileContract = Omit<ChainQuote, 'years'> & { readonly impliedVolatility: number | null }

interface PagedContract {
  readonly details: {
    readonly contract_type: 'call' | 'put'
    readonly expiration_date: string
    readonly strike_price: number
  }
  readonly day?: { readonly volume?: number }
  readonly open_interest?: number
  readonly implied_volatility?: number
  readonly last_quote?: { readonly bid?: number; readonly ask?: number }
}

interface RecordedContract {
  readonly strike: number
  readonly expiration: number
  readonly volume?: number
  readonly openInterest?: number
  readonly impliedVolatility?: number
  readonly bid?: number
  readonly ask?: number
}

interface ChainFile {
  readonly spot?: number
  readonly pages?: readonly { readonly results?: readonly PagedContract[] }[]
  readonly body?: {
    readonly optionChain?: {
      readonly result?: readonly {
        readonly options?: readonly { readonly calls?: RecordedContract[]; readonly puts?: RecordedContract[] }[]
      }[]
    }
  }
}

/** All contracts of a chain file, in pages of snapshots or as one recorded reply; none when it has neither. */
export function readChainFile(content: unknown): FileContract[] {
  const { pages = [], body } = content as ChainFile
  const paged = pages.flatMap(({ results = [] }) => results.map(fromPage))
  const recorded = (body?.optionChain?.result ?? []).flatMap(({ options = [] }) =>
    options.flatMap(({ calls = [], puts = [] }) => [
      ...calls.map((one) => fromRecord('call', one)),
      ...puts.map((one) => fromRecord('put', one)),
    ]),
  )
  return [...paged, ...recorded]
}

function fromPage({ details, day, open_interest, implied_volatility, last_quote }: PagedContract): FileContract {
  return {
    type: details.contract_type,
    strike: details.strike_price,
    expiry: details.expiration_date,
    volume: day?.volume ?? null,
    openInterest: open_interest ?? null,
    impliedVolatility: implied_volatility ?? null,
    bid: last_quote?.bid ?? null,
    ask: last_quote?.ask ?? null,
  }
}

function fromRecord(type: 'call' | 'put', one: RecordedContract): FileContract {
  return {
    type,
    strike: one.strike,
    expiry: new Date(one.expiration * 1000).toISOString().slice(0, 10),
    volume: one.volume ?? null,
    openInterest: one.openInterest ?? null,
    impliedVolatility: one.impliedVolatility ?? null,
    bid: one.bid ?? null,
    ask: one.ask ?? null,
  }
}

/** A chain itself: input of the chain-analytics cases, without answers of its own. */
export const chainInputs: Schema = {
  name: 'an option chain, no answers',
  isInput: true,
  recognises: (content) => typeof content === 'object' && content !== null && 'pages' in content && 'spot' in content,
  check: () => undefined,
}
