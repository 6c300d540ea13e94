import type { Fact } from '@ballast/contract'
import type { Discovery } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { PLAY_BUDGET } from './build-market.ts'
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
  plays: Fact
}

const TOGETHER = 'togetherPercent'

/** Enters what several plays cost together; null for fewer than two. */
export function recordTogether(ledger: FactLedger, plays: readonly { totalCostPercent: number }[]): Fact | null {
  if (plays.length < 2) return null
  const share = plays.reduce((sum, { totalCostPercent }) => sum + totalCostPercent / 100, 0)
  return new FactWriter(ledger, 'scan').percent(TOGETHER, share, {
    label: 'What all plays together cost, as a share of the portfolio',
    formula: 'Σ cost of each play / value of the portfolio',
  })
}

/** What `recordTogether` entered. */
export const findTogether = (ledger: FactLedger) => ledger.list().find(({ key }) => key === `scan.${TOGETHER}`)

/** Enters what was looked at and how much of it was found. */
export function recordScan(
  ledger: FactLedger,
  { input, found }: { input: DiscoveryInput; found: Discovery },
): ScanFacts {
  const writer = new FactWriter(ledger, 'scan')
  const count = (name: string, value: number, label: string, formula: string, inputs: Fact[] = []) =>
    writer.count(name, value, 'count', { label, formula, inputs })
  const { scan } = found
  const universe = count(
    'universe',
    input.universe,
    'Assets to look at',
    'The funds of the universe and the five largest holdings, each once',
  )
  const assets = count(
    'assets',
    scan.relations.length,
    'Assets looked at',
    'Assets with at least sixty of the last ninety daily returns in common with the portfolio',
    [universe],
  )
  const rate = writer.percent('falseDiscoveryRate', scan.falseDiscoveryRate, {
    label: 'Largest expected share of chance among findings',
    formula: 'As set; each family of tests is held to it by Benjamini–Hochberg',
    decimals: 0,
  })
  const tests = count(
    'tests',
    scan.tests,
    'Tests made',
    'Partial correlations, the same with a lag, gains in the tail and falls in the tail, one for each asset',
    [assets],
  )
  return {
    value: new FactWriter(ledger, 'book').usd('value', input.book.value, {
      label: 'Value of the portfolio',
      formula: 'Sum of shares × price of everything that has a price, cash and options held included',
    }),
    budget: writer.percent('budget', PLAY_BUDGET, {
      label: 'Share of the portfolio that one play may cost',
      formula: 'As set; a single contract may cost more',
    }),
    universe,
    assets,
    tests,
    rate,
    days: writer.count('days', scan.days.window, 'days', {
      label: 'Trading days of the relation',
      formula: 'Days of the last ninety on which portfolio and benchmark have a return',
    }),
    tailDays: writer.count('tailDays', scan.days.tail, 'days', {
      label: 'Trading days whose worst tenth is looked at',
      formula: 'Days of the last two years on which portfolio and benchmark have a return',
    }),
    significant: count(
      'significant',
      scan.significant,
      'Assets with a significant relation',
      'Assets with a q-value within the rate in partial correlation, gain in the tail or fall in the tail',
      [tests, rate],
    ),
    withOptions: count(
      'withOptions',
      found.withOptions,
      'Related assets whose option chain was read',
      'Chains that the provider gave and that hold a price of the underlying',
    ),
    contracts: count(
      'contracts',
      found.candidates.length,
      'Contracts priced',
      'Contracts of the sides in play with 30 to 120 days, a delta of 0.15 to 0.40 and a clean quote',
    ),
    passed: count(
      'passed',
      found.plays.length + found.others.length,
      'Contracts that passed',
      'Contracts that gain in the portfolio’s worst paths after their cost, or are cheap beyond the error of their forecast',
    ),
    plays: count('plays', found.plays.length, 'Plays found', 'Best contract of an asset, two of a kind, eight in all'),
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
    plays: get('plays'),
  }
}
