import { computeSmileVolatility } from '@ballast/quant'
import { expect, test } from 'vitest'
import { renewSmiles } from './older-smiles.ts'

type Repricing = Parameters<typeof renewSmiles>[0]

/** SPY's smile of February as an answer kept it before smiles were SVI. */
const parabola = {
  forward: 819.9219164101067,
  years: 0.2493150684931507,
  atmVolatility: 0.2258306265282655,
  slope: -0.2942953470186284,
  curvature: 0.01881507938251417,
  pointCount: 45,
}
const underlying = { ticker: 'SPY', kind: 'price', spot: 814, beta: 1, style: 'american', rate: 0.04 } as const
const answers = { volatility30: 0.24, response: 0.9, volatilityCap: 0.9 }
const keep = (expiry: object) =>
  ({
    book: { value: 1, exposures: [], options: [] },
    underlyings: [{ ...underlying, ...answers, expiries: [{ expiry: '2027-02-19', dividendYield: 0.012, ...expiry }] }],
  }) as unknown as Repricing

test('a smile that was kept as a parabola is the nearest that allows no arbitrage', () => {
  const [renewed] = renewSmiles(keep({ smile: parabola })).underlyings[0]!.expiries
  expect(renewed!.quotes).toEqual([])
  expect(renewed!.smile).not.toHaveProperty('slope')
  for (const z of [-2, -1, 0, 1]) {
    const strike = parabola.forward * Math.exp(z * parabola.atmVolatility * Math.sqrt(parabola.years))
    const before = parabola.atmVolatility * (1 + parabola.slope * z + parabola.curvature * z * z)
    expect(Math.abs(computeSmileVolatility(renewed!.smile, strike) - before), `z = ${z}`).toBeLessThan(0.02)
  }
})

test('an answer of today stays as it is', () => {
  const smile = { forward: 820, years: 0.25, atmVolatility: 0.22, pointCount: 45 }
  const svi = { a: 0.003, b: 0.06, rho: -0.7, m: 0.08, sigma: 0.07 }
  const today = keep({ smile: { ...smile, svi }, quotes: [{ type: 'put', strike: 730, volatility: 0.29 }] })
  expect(renewSmiles(today)).toEqual(today)
})
