import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { analyseChain } from '../options/analyse-chain.ts'
import { findSharedFolder } from '../testing/recorded-data.ts'
import { SIMULATED_INSTRUMENTS } from './instruments.ts'
import { createSimulatedChain } from './simulated-chain.ts'
import { createSimulatedMarket } from './simulated-market.ts'

const shared = findSharedFolder()

interface DefinedContract {
  contractType: 'call' | 'put'
  strikePrice: number
  expirationDate: string
  bid: number
  ask: number
  impliedVolatility: number
  openInterest: number
  volume: number
  underlyingPrice: number
  delta: number
}

/** The definition as a program of its own. */
interface Definition {
  chain(ticker: string, asOf: string, options: { nExp: number }): DefinedContract[]
}

/** The definition's other program: one implied volatility. */
interface Formulas {
  impliedVol(
    type: 'c' | 'p',
    ...numbers: [price: number, spot: number, strike: number, years: number, rate: number, yield_: number]
  ): { iv: number; status: string }
}

if (shared === undefined) {
  console.warn('REFERENCE DATA IS ABSENT: simulated chains were not compared with their executable definition.')
  test('simulated chains were not compared: the reference data is absent', () => {})
} else {
  const market = createSimulatedMarket()
  const chainOf = (ticker: string, date: string) =>
    createSimulatedChain(market, ticker, parseIsoDate(date), (expiries) => expiries)!
  const definitionOf = async <T>(file: string) =>
    (await import(pathToFileURL(join(shared, 'reference/quant', file)).href)) as T
  const toDefined = (ticker: string, date: string): Omit<DefinedContract, 'delta'>[] => {
    const chain = chainOf(ticker, date)
    return chain.contracts.map((contract) => ({
      contractType: contract.type,
      strikePrice: contract.strike,
      expirationDate: contract.expiry,
      bid: contract.bid!,
      ask: contract.ask!,
      impliedVolatility: contract.providerVolatility!,
      openInterest: contract.openInterest!,
      volume: contract.volume!,
      underlyingPrice: chain.underlyingPrice,
    }))
  }

  const toKey = ({ expirationDate, contractType, strikePrice }: Omit<DefinedContract, 'delta'>) =>
    `${expirationDate} ${contractType} ${strikePrice}`

  describe('the simulated chains hold their definition', () => {
    // After the anchor prices go on by another law, and smiles lean less: after-anchor.test.ts.
    test.each(['2025-09-30', '2025-09-28', '2025-03-31', '2020-03-23', '2011-08-08'])(
      'every contract of every instrument on %s',
      async (date) => {
        const { chain } = await definitionOf<Definition>('sample-market.mjs')
        for (const { ticker, start, kin } of SIMULATED_INSTRUMENTS.values()) {
          if (start > date || kin !== null) continue
          const expected = chain(ticker, date, { nExp: 14 })
          // The definition lists what is near the price of the day; what was listed before stays listed, too.
          const actual = new Map(toDefined(ticker, date).map((contract) => [toKey(contract), contract]))
          const differing = expected.find(({ delta: _delta, ...contract }) =>
            Object.entries(contract).some(([field, value]) => actual.get(toKey(contract))?.[field as 'bid'] !== value),
          )
          expect({ ticker, differing: differing && actual.get(toKey(differing)) }).toEqual({ ticker, differing })
        }
      },
    )
  })

  test('volatilities from the middle of the quotes are those of the reference to 1e-9', async () => {
    const { impliedVol } = await definitionOf<Formulas>('bsm.mjs')
    let compared = 0
    for (const ticker of ['SPY', 'AAPL', 'TLT', 'VXX', 'GME']) {
      const chain = chainOf(ticker, '2025-09-19')
      const { contracts, expiries } = analyseChain(chain)
      for (const { expiry, years, forward } of expiries) {
        // The reference counts days between two closes.
        expect(years).toBeCloseTo((parseIsoDate(expiry) - parseIsoDate('2025-09-19')) / 365, 14)
        for (const contract of contracts) {
          const isOutOfTheMoney = contract.type === (contract.strike < forward.forward ? 'put' : 'call')
          if (contract.expiry !== expiry || contract.state !== 'ok' || !isOutOfTheMoney) continue
          const mid = 0.5 * (contract.bid! + contract.ask!)
          const { iv } = impliedVol(
            contract.type === 'call' ? 'c' : 'p',
            ...([mid, chain.underlyingPrice, contract.strike, years, 0.04, forward.dividendYield] as const),
          )
          expect(Math.abs(contract.impliedVolatility! - iv), contract.listing.symbol).toBeLessThan(1e-9)
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(1_000)
  })
}
