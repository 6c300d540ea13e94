import { MARKET_INDEX, TRADING_DAYS_PER_YEAR } from '@ballast/contract'
import { FORMULAS, Formula, Fraction } from '../../components/formula.tsx'
import { formatNumber, formatPercent, formatPercentChange, formatValue } from '../../lib/format.ts'
import { FormulaPanel, Meaning } from './formula-panel.tsx'
import { WORKED_EXAMPLE as EXAMPLE } from './worked-example.ts'

const lastValue = (
  <>
    V<sub>last</sub>
  </>
)
const firstValue = (
  <>
    V<sub>first</sub>
  </>
)

export function TotalReturnSection() {
  return (
    <>
      <Meaning>How much the portfolio grew or fell over the whole period.</Meaning>
      <FormulaPanel
        example={`From ${formatValue(EXAMPLE.first)} to ${formatValue(EXAMPLE.last)} is a total return of ${formatPercentChange(EXAMPLE.totalReturnPercent)}.`}
      >
        <Formula spoken="Total return equals the last value less the first value, divided by the first value, times 100">
          Total return =
          <Fraction
            over={
              <>
                {lastValue} − {firstValue}
              </>
            }
            under={firstValue}
          />
          × 100
        </Formula>
      </FormulaPanel>
    </>
  )
}

export function AnnualizedReturnSection() {
  return (
    <>
      <Meaning>The same growth expressed per year, so that periods of different length compare.</Meaning>
      <FormulaPanel
        example={`Over ${EXAMPLE.returns} trading days, ${formatPercentChange(EXAMPLE.totalReturnPercent)} becomes ${formatPercentChange(EXAMPLE.annualizedReturnPercent)} a year.`}
      >
        <Formula spoken="Annualized return equals the last value over the first value, to the power of 252 over the number of daily returns, less 1">
          Annualized = (
          <Fraction over={lastValue} under={firstValue} />)<sup>{TRADING_DAYS_PER_YEAR} / n</sup>− 1
        </Formula>
      </FormulaPanel>
    </>
  )
}

export function VolatilitySection() {
  return (
    <>
      <Meaning>The spread of daily returns, scaled to a year. Higher means a rougher ride.</Meaning>
      <FormulaPanel
        example={`A daily standard deviation of ${formatPercent(EXAMPLE.dailyDeviationPercent)} gives ${formatPercent(EXAMPLE.volatilityPercent)} a year.`}
      >
        <Formula spoken="Volatility equals the standard deviation of daily returns times the square root of 252, times 100">
          Volatility = stdev(r) × √{TRADING_DAYS_PER_YEAR} × 100
        </Formula>
      </FormulaPanel>
    </>
  )
}

export function MaxDrawdownSection() {
  return (
    <>
      <Meaning>The deepest fall from a high to a later low.</Meaning>
      <FormulaPanel
        example={`A peak of ${formatValue(EXAMPLE.peak)} and a low of ${formatValue(EXAMPLE.trough)} is ${formatPercentChange(-EXAMPLE.maxDrawdownPercent)}.`}
      >
        {FORMULAS.maxDrawdown}
      </FormulaPanel>
    </>
  )
}

export function SharpeSection() {
  return (
    <>
      <Meaning>Return above cash, divided by volatility.</Meaning>
      <FormulaPanel
        example={`${formatNumber(EXAMPLE.sharpeRatio)} for Core Growth: positive, and small against a volatility of ${formatPercent(EXAMPLE.volatilityPercent)}.`}
      >
        {FORMULAS.sharpe}
      </FormulaPanel>
    </>
  )
}

export function SortinoSection() {
  return (
    <>
      <Meaning>
        Return above cash, divided by downside deviation. That is the root of the mean squared shortfall below cash,
        over all days. Days above cash count as zero.
      </Meaning>
      <FormulaPanel
        example={`A downside deviation of ${formatPercent(EXAMPLE.downsideDeviationPercent)} a year gives ${formatNumber(EXAMPLE.sortinoRatio)}.`}
      >
        {FORMULAS.sortino}
      </FormulaPanel>
    </>
  )
}

export function CalmarSection() {
  return (
    <>
      <Meaning>Yearly return for each unit of the deepest fall.</Meaning>
      <FormulaPanel
        example={`${formatPercentChange(EXAMPLE.annualizedReturnPercent)} a year against a fall of ${formatPercent(EXAMPLE.maxDrawdownPercent)} is ${formatNumber(EXAMPLE.calmarRatio)}.`}
      >
        {FORMULAS.calmar}
      </FormulaPanel>
    </>
  )
}

export function WinRateSection() {
  return (
    <>
      <Meaning>The share of days on which the value rose. A day without a change is not a win.</Meaning>
      <FormulaPanel
        example={`${formatPercent(EXAMPLE.winRatePercent)} of ${EXAMPLE.returns} days rose, and yet the worst of the others made a crash.`}
      >
        <Formula spoken="Win rate equals the days with a positive return divided by all days, times 100">
          Win rate =
          <Fraction over="days with r > 0" under="all days" />× 100
        </Formula>
      </FormulaPanel>
    </>
  )
}

export function BenchmarkSection() {
  return (
    <>
      <Meaning>
        The benchmark is {MARKET_INDEX}, a fund on the S&amp;P 500, until you choose another ticker or a mix. A mix is
        set back to its percents at the last close of each month. The benchmark starts at the same value as the
        portfolio, so that you can compare the two lines. The difference is counted in percentage points.
      </Meaning>
      <FormulaPanel
        example={`${formatPercentChange(EXAMPLE.totalReturnPercent)} against ${formatPercentChange(EXAMPLE.benchmarkTotalReturnPercent)} for ${MARKET_INDEX} is ${formatNumber(EXAMPLE.totalReturnPercent - EXAMPLE.benchmarkTotalReturnPercent, { signed: true })} percentage points.`}
      >
        <Formula spoken="Difference equals the total return of the portfolio less the total return of the benchmark">
          Difference =
          <span>
            total return<sub>portfolio</sub>
          </span>
          −
          <span>
            total return<sub>benchmark</sub>
          </span>
        </Formula>
      </FormulaPanel>
    </>
  )
}
