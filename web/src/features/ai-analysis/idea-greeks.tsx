import type { Discovery, DiscoveryRun } from '@ballast/contract'
import type { ReactNode } from 'react'
import { toChartCsv } from '../../components/charts/chart-data.ts'
import { ExplainedFigure, nameSource } from '../../components/explained.tsx'
import { FactFigure } from '../../components/grounded-text.tsx'
import { type ContractView, computeOddsBeyond } from '../../components/options/contract-value.ts'
import { explainOption, type OptionFigureId } from '../../components/options/option-explanations.ts'
import { SmallStat } from '../../components/ui/stat.tsx'
import { downloadFile } from '../../lib/download.ts'
import { formatInstant, formatNumber, formatPercent } from '../../lib/format.ts'

/** Greeks of one share of the contract, and its odds; each name opens its formula with the inputs. */
export function IdeaGreeks({ run, idea, value }: { run: DiscoveryRun; idea: Discovery; value: ContractView | null }) {
  const { greeks, pricing } = idea
  const explained = (figure: OptionFigureId, children?: ReactNode) => (
    <ExplainedFigure
      explanation={explainOption(figure)}
      facts={[
        { name: 'Quotes of', text: formatInstant(run.asOf) },
        { name: 'Volatility', text: formatPercent(100 * pricing.impliedVolatility, 1) },
        { name: 'Rate', text: `${formatPercent(100 * pricing.rate, 1)} a year, continuous` },
        { name: 'Source', text: nameSource(run.source) },
      ]}
      saveInputs={async () => savePricing(idea)}
    >
      {children}
    </ExplainedFigure>
  )
  const fact = (name: string, text: string) => <FactFigure id={idea.factIds[name]}>{text}</FactFigure>
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      <SmallStat
        label={explained('impliedVolatility', 'Our IV')}
        figure={fact('impliedVolatility', formatPercent(100 * idea.impliedVolatility, 1))}
      />
      <SmallStat label={explained('delta')} figure={fact('delta', formatNumber(greeks.delta))} />
      <SmallStat label={explained('gamma')} figure={fact('gamma', formatNumber(greeks.gamma, { decimals: 4 }))} />
      <SmallStat
        label={explained('theta')}
        figure={fact('theta', formatNumber(greeks.theta / 365, { decimals: 3 }))}
        caption="a day"
      />
      <SmallStat
        label={explained('vega')}
        figure={fact('vega', formatNumber(greeks.vega / 100, { decimals: 3 }))}
        caption="a point of IV"
      />
      <SmallStat
        label={explained('rho')}
        figure={fact('rho', formatNumber(greeks.rho / 100, { decimals: 3 }))}
        caption="a point of interest"
      />
      <SmallStat
        label={explained('probability', 'Odds in the money')}
        figure={formatPercent(value?.inTheMoneyPercent, 1)}
        caption="risk-neutral"
      />
      <SmallStat
        label={explained('probability', 'Odds beyond break-even')}
        figure={formatPercent(value && computeOddsBeyond(value.inputs, idea.breakEven), 1)}
        caption="risk-neutral"
      />
    </dl>
  )
}

/** Everything that a spreadsheet needs to compute price and Greeks again. */
function savePricing({ symbol, pricing, strike, contractType, bid, ask }: Discovery): void {
  const inputs = { symbol, contractType, strike, bid, ask, ...pricing }
  const csv = toChartCsv({ columns: [{ header: 'input' }, { header: 'value' }], rows: Object.entries(inputs) })
  downloadFile(`ballast-${symbol.toLowerCase()}-inputs.csv`, csv)
}
