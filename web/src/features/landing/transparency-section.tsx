import { ANNUAL_RISK_FREE_RATE_PERCENT } from '@ballast/contract'
import { ArrowRight } from 'lucide-react'
import { FORMULAS } from '../../components/formula.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'

const ROWS = [
  { title: 'Sharpe ratio', text: 'Return per unit of risk', formula: FORMULAS.sharpe },
  { title: 'Sortino ratio', text: 'Counts only the falls', formula: FORMULAS.sortino },
  { title: 'Max drawdown', text: 'Worst fall from a high', formula: FORMULAS.maxDrawdown },
  { title: 'Calmar ratio', text: 'Return per unit of pain', formula: FORMULAS.calmar },
] as const

export function TransparencySection() {
  return (
    <section id="transparency" aria-labelledby="transparency-title" className="border-t">
      <div className="landing grid gap-x-16 gap-y-8 py-14 lg:grid-cols-[2fr_3.6fr]">
        <div>
          <h2 id="transparency-title" className="text-section-phone sm:text-[26px] sm:leading-8">
            Every number <br />
            shows its work
          </h2>
          <p className="mt-3 text-body text-muted-foreground">
            Backtests use published formulas and daily closes from a public data source. The benchmark starts at your
            portfolio value. We write down the limits, too.
          </p>
          <ButtonLink className="mt-4" to="/backtest-transparency">
            See all formulas
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        </div>
        <div>
          <dl className="divide-y">
            {ROWS.map(({ title, text, formula }) => (
              <div
                key={title}
                className="flex items-center justify-between gap-x-6 gap-y-3 py-5 first:pt-2 max-sm:flex-col max-sm:items-start"
              >
                <dt>
                  <span className="block font-semibold text-body">{title}</span>
                  <span className="block text-[13px] text-muted-foreground">{text}</span>
                </dt>
                <dd className="text-body">{formula}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-1 border-t pt-4 text-label text-subtle-foreground">
            All ratios use a {ANNUAL_RISK_FREE_RATE_PERCENT}% annual risk-free rate.
          </p>
        </div>
      </div>
    </section>
  )
}
