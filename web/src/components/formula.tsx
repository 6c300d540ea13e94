import type { ReactNode } from 'react'

interface FormulaProps {
  /** The formula in words, for those who hear it: "Sharpe equals mean of …". */
  spoken: string
  children: ReactNode
}

/** A formula set like print; read out as words. */
export function Formula({ spoken, children }: FormulaProps) {
  return (
    <span
      role="img"
      aria-label={spoken}
      className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 italic [&>sup]:-ml-1 [&>sup]:-translate-y-3"
    >
      {children}
    </span>
  )
}

export function Fraction({ over, under }: { over: ReactNode; under: ReactNode }) {
  return (
    <span className="inline-grid text-center">
      <span className="border-foreground border-b px-2 pb-0.5">{over}</span>
      <span className="px-2 pt-0.5">{under}</span>
    </span>
  )
}

/** The formulas that more than one page shows. */
export const FORMULAS = {
  sharpe: (
    <Formula spoken="Sharpe equals the mean of the daily returns above the risk-free rate, divided by their standard deviation, times the square root of 252">
      Sharpe =
      <Fraction
        over={
          <>
            mean(r − r<sub>f</sub>)
          </>
        }
        under={
          <>
            stdev(r − r<sub>f</sub>)
          </>
        }
      />
      × √252
    </Formula>
  ),
  sortino: (
    <Formula spoken="Sortino equals the mean of the daily returns above the risk-free rate, divided by their downside deviation, times the square root of 252">
      Sortino =
      <Fraction
        over={
          <>
            mean(r − r<sub>f</sub>)
          </>
        }
        under={
          <>
            downside(r − r<sub>f</sub>)
          </>
        }
      />
      × √252
    </Formula>
  ),
  maxDrawdown: (
    <Formula spoken="Maximum drawdown equals the minimum over all days of the value less its running peak, divided by that peak">
      MDD = min
      <Fraction
        over={
          <>
            V<sub>t</sub> − peak<sub>t</sub>
          </>
        }
        under={
          <>
            peak<sub>t</sub>
          </>
        }
      />
    </Formula>
  ),
  calmar: (
    <Formula spoken="Calmar equals the annualized return divided by the size of the maximum drawdown">
      Calmar =
      <Fraction over="annualized return" under="|MDD|" />
    </Formula>
  ),
} as const
