import type { CaveatRule, HedgeProposal } from '@ballast/quant'
import { expect, test } from 'vitest'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { toPlainText } from '../../grounding/grounded-text.ts'
import { writeCaveat } from './write-caveats.ts'

function write(rule: CaveatRule, parameters: HedgeProposal['caveats'][number]['parameters'] = {}): string {
  const ledger = new FactLedger({ source: 'yahoo', simulated: false, asOf: '2026-11-20T21:00:00.000Z' })
  return toPlainText(writeCaveat(ledger, '1', { rule, parameters }))
}

test('what is said of options on the VIX, which the simulated market lacks', () => {
  expect(write('cash-settled')).toBe('These options settle in cash and can be exercised at expiry only.')
  expect(write('ends-before-horizon', { daysToExpiry: 28, horizonDays: 91 })).toBe(
    'This protection ends before your term: after 28 days of 91 days.',
  )
})
