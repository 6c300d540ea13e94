import { BENCHMARK } from '@ballast/contract'
import { Formula, Fraction } from '../../components/formula.tsx'
import { formatCount, formatNumber, formatPercent } from '../../lib/format.ts'
import { FormulaPanel, Meaning } from './formula-panel.tsx'
import { WORKED_EXAMPLE as EXAMPLE } from './worked-example.ts'

export function BetaSection() {
  return (
    <>
      <Meaning>How much the portfolio moved, on average, for each 1% of the market ({BENCHMARK}).</Meaning>
      <FormulaPanel
        example={`A beta of ${formatNumber(EXAMPLE.beta)}: when ${BENCHMARK} fell 1%, Core Growth fell about ${formatPercent(EXAMPLE.beta)}.`}
      >
        <Formula spoken="Beta equals the covariance of the portfolio's returns and the benchmark's returns, divided by the variance of the benchmark's returns">
          β =
          <Fraction
            over={
              <>
                cov(r, r<sub>{BENCHMARK}</sub>)
              </>
            }
            under={
              <>
                var(r<sub>{BENCHMARK}</sub>)
              </>
            }
          />
        </Formula>
      </FormulaPanel>
    </>
  )
}

export function DiversificationSection() {
  return (
    <>
      <Meaning>
        The share of stand-alone risk that holding the positions together removes, from 0 (one bet) to 100. σ
        <sub>P</sub> is the volatility of the portfolio, σ<sub>i</sub> that of a holding, w<sub>i</sub> its share of
        value; d<sub>i</sub> is 1 for a single security and more for a fund, which is a basket already. 70 and above
        reads “Well diversified”, 40 to 69 “Moderately diversified”, below 40 “Poorly diversified”. A security with
        fewer than 60 returns enters with those of its sector’s fund or SPY, scaled by beta, and the screen names it.
      </Meaning>
      <FormulaPanel
        example={`Core Growth scored ${formatCount(EXAMPLE.diversificationScore)} in the crash: its risk was spread (${formatCount(EXAMPLE.spreadPercent)}%), yet the holdings moved together (${formatCount(EXAMPLE.independencePercent)}% independent), and spread × independence is the score.`}
      >
        <Formula spoken="Score equals 100 times one less the square of portfolio volatility over the weighted sum of the holdings' volatilities">
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
      High when a single company is 35% of value or more, a sector 65%, the three largest companies 70%, or the sum of
      squared weights 0.20; Medium from 15%, 40% and 0.10, or with fewer than eight holdings and no broad fund of at
      least half the value; otherwise Low. A broad fund counts as many companies, not as one.
    </Meaning>
  )
}
