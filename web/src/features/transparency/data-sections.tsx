import {
  ANNUAL_RISK_FREE_RATE_PERCENT,
  BENCHMARK,
  PRICE_MAX_AGE_SECONDS,
  TRADING_DAYS_PER_YEAR,
} from '@ballast/contract'
import { Formula } from '../../components/formula.tsx'
import { FormulaPanel, Meaning } from './formula-panel.tsx'

export function PricesSection() {
  return (
    <Meaning>
      Prices come from one source at a time: a public financial data source, or the simulated market. All users share
      them, and they are fetched again when they are older than {PRICE_MAX_AGE_SECONDS / 60} minutes. Outside trading
      hours the price is the last close. When the source fails, the last known price stands with its age. Returns are
      computed from closes adjusted for splits and dividends; values from the plain close. Other currencies are
      converted by a dated rate, their histories by that of each day; where the source has none, the position is left
      out by name.
    </Meaning>
  )
}

export function SimulatedDataSection() {
  return (
    <>
      <Meaning>
        Without a connection to a data source Ballast runs on a market of its own: 106 companies and 216 funds under
        their real names and tickers, with invented prices; what sectors the large funds hold is simulated as well. The
        banner on every page says so, and simulated and real figures are never mixed.
      </Meaning>
      <Meaning>
        The index passes through 93 real closes of the S&amp;P 500 between 1998 and 2025; the days between them, and all
        days after, are random, with volatility that clusters as it does in real markets. Each security moves with the
        index by its beta, with its sector, and by chance of its own. A close depends on the ticker and the date alone:
        the same day shows the same price tomorrow and on another computer. There are no dividends and no splits in it.
      </Meaning>
    </>
  )
}

export function ValueSection() {
  return (
    <>
      <Meaning>
        What the positions are worth at the price shown, and what they gained on their cost. A position without a price
        is left out of every total, and the screen names it; one without a cost counts in the value and not in the gain.
        Short positions count with a minus.
      </Meaning>
      <FormulaPanel example="120 shares bought at $148.35 and priced at $229.10 are worth $27,492.00, a gain of $9,690.00 or +54.43%.">
        <Formula spoken="Value equals shares times price. Gain equals shares times price less average cost">
          Value = shares × price, &nbsp; Gain = shares × (price − average cost)
        </Formula>
      </FormulaPanel>
    </>
  )
}

export function AssumptionsSection() {
  return (
    <ul className="mt-3 grid max-w-[68ch] gap-2 text-body text-muted-foreground [&_li]:ml-5 [&_li]:list-disc">
      <li>The last year is shown for the holdings of today, as if they had been held all along.</li>
      <li>
        A backtest invests at today’s weights (or holds today’s shares) on the scenario’s first day and keeps to them,
        or rebalances at the close of a period’s last trading day.
      </li>
      <li>
        A security that did not trade yet is replaced by another listing of the same company, its sector’s fund or{' '}
        {BENCHMARK} scaled by beta, or a fund of its asset class; without any of these it is left out. Each backtest
        names them with their share of value. What is special to a single company is understated then.
      </li>
      <li>
        Today’s holdings were chosen by people who knew the past: securities that failed are missing (survivorship
        bias), so history looks better than it was.
      </li>
      <li>No transaction costs, taxes or spreads are deducted.</li>
      <li>
        A year has {TRADING_DAYS_PER_YEAR} trading days; cash earns {ANNUAL_RISK_FREE_RATE_PERCENT}% a year in every
        ratio.
      </li>
      <li>
        A day without a price is a gap, never a return of zero. A security needs 60 daily returns to enter a risk
        figure.
      </li>
      <li>Fewer than 60 days are not turned into a yearly return.</li>
      <li>Past performance is no guarantee of future results. Nothing here is investment advice.</li>
    </ul>
  )
}
