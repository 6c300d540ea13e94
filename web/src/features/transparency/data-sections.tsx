import {
  ANNUAL_RISK_FREE_RATE_PERCENT,
  MARKET_INDEX,
  PRICE_MAX_AGE_SECONDS,
  TRADING_DAYS_PER_YEAR,
} from '@ballast/contract'
import { Formula } from '../../components/formula.tsx'
import { FormulaPanel, Meaning } from './formula-panel.tsx'

export function PricesSection() {
  return (
    <Meaning>
      All prices come from one source: a public data source, or the simulated market. All users share them, and they are
      fetched again when they are older than {PRICE_MAX_AGE_SECONDS / 60} minutes. Outside trading hours the price is
      the last close. When the source fails, you see the last known price with its age. Returns come from closes
      adjusted for splits and dividends, values from the plain close. Other currencies are converted at a dated rate,
      and histories at the rate of each day. Where there is no rate, the position is left out by name.
    </Meaning>
  )
}

export function SimulatedDataSection() {
  return (
    <>
      <Meaning>
        Without a data source, Ballast runs on a simulated market. It has 106 companies and 240 funds with real names
        and tickers, and invented prices. The sectors inside large funds are invented, too. The banner on every page
        says so. Simulated and real figures are never mixed.
      </Meaning>
      <Meaning>
        The index passes through 93 real closes of the S&amp;P 500 between 1998 and 2025. All other days are random,
        with calm and wild times as in real markets. Each share moves with the index by its beta, with its sector, and
        by chance. A close depends only on the ticker and the date. You see the same price tomorrow and on any computer.
        There are no dividends and no splits in it.
      </Meaning>
    </>
  )
}

export function ValueSection() {
  return (
    <>
      <Meaning>
        The value of the positions at the price shown, and their gain on their cost. A position without a price is left
        out of every total, and the screen names it. A position without a cost counts in the value but not in the gain.
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
      <li>The last year is shown for the positions of today, as if they had been held all along.</li>
      <li>
        A backtest buys today’s weights (or today’s shares) on the first day of the scenario. It keeps them, or
        rebalances at the last close of each period.
      </li>
      <li>
        A proxy replaces a position that did not trade yet. It is another listing of the same company, the fund of its
        sector or class, or {MARKET_INDEX}, scaled by beta. Without a proxy the position is left out. Each backtest
        names them with their share of value. A proxy understates the risk of a single company.
      </li>
      <li>
        You chose today’s positions with the past in mind. Firms that failed are missing (survivorship bias), so history
        looks better than it was.
      </li>
      <li>No transaction costs, taxes or spreads are deducted.</li>
      <li>
        A year has {TRADING_DAYS_PER_YEAR} trading days; cash earns {ANNUAL_RISK_FREE_RATE_PERCENT}% a year in every
        ratio.
      </li>
      <li>
        A day without a price is a gap, never a return of zero. A position needs 60 daily returns to enter a risk
        figure.
      </li>
      <li>Fewer than 60 days are not turned into a yearly return.</li>
      <li>Past performance does not guarantee future results. Nothing here is investment advice.</li>
    </ul>
  )
}
