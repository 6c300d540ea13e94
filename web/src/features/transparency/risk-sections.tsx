import { MARKET_INDEX } from '@ballast/contract'
import { Formula, Fraction } from '../../components/formula.tsx'
import { formatCount, formatNumber, formatPercent } from '../../lib/format.ts'
import { FormulaPanel, Meaning } from './formula-panel.tsx'
import { WORKED_EXAMPLE as EXAMPLE } from './worked-example.ts'

export function BetaSection() {
  return (
    <>
      <Meaning>
        How much the portfolio moved, on average, for each 1% of the benchmark ({MARKET_INDEX}, unless you chose
        another).
      </Meaning>
      <FormulaPanel
        example={`A beta of ${formatNumber(EXAMPLE.beta)}: when ${MARKET_INDEX} fell 1%, Core Growth fell about ${formatPercent(EXAMPLE.beta)}.`}
      >
        <Formula spoken="Beta equals the covariance of the portfolio's returns and the benchmark's returns, divided by the variance of the benchmark's returns">
          β =
          <Fraction over={<>cov(r, b)</>} under={<>var(b)</>} />
        </Formula>
      </FormulaPanel>
    </>
  )
}

export function DiversificationSection() {
  return (
    <>
      <Meaning>
        The part of the risk that you avoid because shares do not move as one, from 0 (one bet) to 100. Here σ{' '}
        <sub>P</sub> is the volatility of the portfolio, σ<sub>i</sub> that of a position, and w<sub>i</sub> its share
        of value. The factor d<sub>i</sub> is 1 for a company and more for a fund, which is a basket already. A score of
        70 or more is called “Well diversified”. From 40 on it is “Moderately diversified”. A lower score is “Poorly
        diversified”. If a position has fewer than 60 returns, we use those of its sector’s fund or SPY, scaled by beta.
        The screen names it.
      </Meaning>
      <FormulaPanel
        example={`Core Growth scored ${formatCount(EXAMPLE.diversificationScore)} in the crash: its risk was spread (${formatCount(EXAMPLE.spreadPercent)}%), yet the positions moved together (${formatCount(EXAMPLE.independencePercent)}% independent), and spread × independence is the score.`}
      >
        <Formula spoken="Score equals 100 times one less the square of portfolio volatility over the weighted sum of the positions' volatilities">
          Score = 100 × ( 1 − (
          <Fraction
            over={
              <>
                σ<sub>P</sub>
              </>
            }
            under={
              <>
                Σ |w<sub>i</sub>| σ<sub>i</sub> d<sub>i</sub>
              </>
            }
          />
          )<sup>2</sup> )
        </Formula>
      </FormulaPanel>
    </>
  )
}

export function ConcentrationSection() {
  return (
    <Meaning>
      High if one company is 35% of value or more, one sector 65%, the three largest firms 70%, or the sum of squared
      weights 0.20. Medium from 15% for a company, 40% for a sector and 0.10 for the sum. With fewer than eight
      positions it is also Medium, unless a broad fund makes up half the value. All else is Low. A broad fund counts as
      many companies, not as one.
    </Meaning>
  )
}
