import type { Fact } from '@ballast/contract'
import type { Discovery } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { IDEA_BUDGET } from './build-market.ts'
import type { DiscoveryInput } from './discovery-input.ts'

/** Figures of the whole run that texts speak of. */
export interface ScanFacts {
  value: Fact
  budget: Fact
  universe: Fact
  assets: Fact
  days: Fact
  tailDays: Fact
  tests: Fact
  rate: Fact
  significant: Fact
  withOptions: Fact
  contracts: Fact
  passed: Fact
  ideas: Fact
}

/** Enters what several ideas cost together; null for fewer than two. */
export function recordTogether(ledger: FactLedger, ideas: readonly { totalCostPercent: number }[]): Fact | null {
  if (ideas.length < 2) return null
  const share = ideas.reduce((sum, { totalCostPercent }) => sum + totalCostPercent / 100, 0)
  return new FactWriter(ledger, 'scan').state('scan.togetherPercent', share)
}

/** Finds the fact that `recordTogether` entered. */
export const findTogether = (ledger: FactLedger) => ledger.list().find(({ key }) => key === 'scan.togetherPercent')

/** Enters what was looked at and how much of it was found. */
export function recordScan(
  ledger: FactLedger,
  { input, found }: { input: DiscoveryInput; found: Discovery },
): ScanFacts {
  const writer = new FactWriter(ledger, 'scan')
  const { scan } = found
  const universe = writer.state('scan.universe', input.universe)
  const assets = writer.state('scan.assets', scan.relations.length, { inputs: [universe] })
  const rate = writer.state('scan.falseDiscoveryRate', scan.falseDiscoveryRate)
  const tests = writer.state('scan.tests', scan.tests, { inputs: [assets] })
  return {
    value: new FactWriter(ledger, 'book').state('book.value', input.book.value),
    budget: writer.state('scan.budget', IDEA_BUDGET),
    universe,
    assets,
    tests,
    rate,
    days: writer.state('scan.days', scan.days.window),
    tailDays: writer.state('scan.tailDays', scan.days.tail),
    significant: writer.state('scan.significant', scan.significant, { inputs: [tests, rate] }),
    withOptions: writer.state('scan.withOptions', found.withOptions),
    contracts: writer.state('scan.contracts', found.candidates.length),
    passed: writer.state('scan.passed', found.ideas.length + found.others.length),
    ideas: writer.state('scan.ideas', found.ideas.length),
  }
}

/** The same figures, out of a ledger that has them. */
export function readScan(ledger: FactLedger): ScanFacts {
  const get = (name: string) => ledger.get(`scan.${name}`)
  return {
    value: ledger.get('book.value'),
    budget: get('budget'),
    universe: get('universe'),
    assets: get('assets'),
    days: get('days'),
    tailDays: get('tailDays'),
    tests: get('tests'),
    rate: get('falseDiscoveryRate'),
    significant: get('significant'),
    withOptions: get('withOptions'),
    contracts: get('contracts'),
    passed: get('passed'),
    ideas: get('ideas'),
  }
}
