import { expect, test } from 'vitest'
import type { ChainOutcome } from '../../advice/book/book-input.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { toPlainText } from '../../grounding/grounded-text.ts'
import { writeRejection } from './write-rejection.ts'

const CHAINS: readonly ChainOutcome[] = [
  { ticker: 'SPY', state: 'used', note: null },
  { ticker: 'AAPL', state: 'provider-down', note: 'The provider did not answer for options on AAPL' },
]

function reasonFor(instrument: string): string {
  const ledger = new FactLedger({ source: 'yahoo', simulated: false, asOf: '2026-11-20T21:00:00.000Z' })
  const frame = { ledger, key: 'considered.1', holdings: [], chains: CHAINS, nameOf: (id: string) => id }
  return toPlainText(writeRejection(frame, { family: 'index-put', instrument, rule: 'no-chain', parameters: {} }))
}

test('a chain that was read, and is of no use, is not called one that was not read', () => {
  expect(reasonFor('SPY')).toContain('The quotes of options on SPY cannot be used')
  expect(reasonFor('AAPL')).toBe('The provider did not answer for options on AAPL.')
  expect(reasonFor('KO')).toContain('Options on KO were not read')
})
