import type { ComponentType } from 'react'
import { AssumptionsSection, PricesSection, SimulatedDataSection, ValueSection } from './data-sections.tsx'
import {
  AnnualizedReturnSection,
  BenchmarkSection,
  CalmarSection,
  MaxDrawdownSection,
  SharpeSection,
  SortinoSection,
  TotalReturnSection,
  VolatilitySection,
  WinRateSection,
} from './performance-sections.tsx'
import { BetaSection, ConcentrationSection, DiversificationSection } from './risk-sections.tsx'

interface Section {
  /** The anchor that other pages link to. */
  id: string
  title: string
  body: ComponentType
}

/** The page's sections in order; the list at the left is made of it. */
export const CONTENTS: readonly Section[] = [
  { id: 'prices', title: 'Prices', body: PricesSection },
  { id: 'simulated-data', title: 'Simulated data', body: SimulatedDataSection },
  { id: 'value-and-gain', title: 'Value and gain', body: ValueSection },
  { id: 'total-return', title: 'Total return', body: TotalReturnSection },
  { id: 'annualized-return', title: 'Annualized return', body: AnnualizedReturnSection },
  { id: 'volatility', title: 'Volatility', body: VolatilitySection },
  { id: 'max-drawdown', title: 'Max drawdown', body: MaxDrawdownSection },
  { id: 'beta', title: 'Beta', body: BetaSection },
  { id: 'sharpe-ratio', title: 'Sharpe ratio', body: SharpeSection },
  { id: 'sortino-ratio', title: 'Sortino ratio', body: SortinoSection },
  { id: 'calmar-ratio', title: 'Calmar ratio', body: CalmarSection },
  { id: 'win-rate', title: 'Win rate', body: WinRateSection },
  { id: 'benchmark-comparison', title: 'Benchmark comparison', body: BenchmarkSection },
  { id: 'diversification', title: 'Diversification score', body: DiversificationSection },
  { id: 'concentration', title: 'Concentration', body: ConcentrationSection },
  { id: 'assumptions', title: 'Assumptions and limits', body: AssumptionsSection },
]
