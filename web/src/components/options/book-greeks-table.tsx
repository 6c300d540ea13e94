import type { HedgeStrategy } from '@ballast/contract'
import { formatMoney, formatNumber, formatValue } from '../../lib/format.ts'
import { FactFigure } from '../grounded-text.tsx'

type BookGreeks = NonNullable<HedgeStrategy['greeks']>['before']

/** Names of the Greeks of a whole portfolio, and how they are written. */
const ROWS = [
  { name: 'dollarBeta', label: 'Dollar beta', write: formatValue },
  { name: 'dollarDelta', label: 'Dollar delta', write: formatValue },
  {
    name: 'betaWeightedDelta',
    label: 'Beta-weighted delta, SPY shares',
    write: (value: number) => formatNumber(value, { decimals: 1 }),
  },
  { name: 'dollarGammaPerPercent', label: 'Gamma per 1%', write: formatValue },
  { name: 'thetaPerDay', label: 'Theta a day', write: (value: number) => formatMoney(value) },
  { name: 'vegaPerPoint', label: 'Vega a point', write: (value: number) => formatMoney(value) },
] as const satisfies readonly { name: keyof BookGreeks; label: string; write: (value: number) => string }[]

interface BookGreeksTableProps {
  before: BookGreeks
  after: BookGreeks
  /** The fact behind a figure: of `before.thetaPerDay`. Without it figures open nothing. */
  factOf?: (path: `${'before' | 'after'}.${keyof BookGreeks}`) => string | undefined
}

/** The Greeks of the whole portfolio, without what is proposed and with it. */
export function BookGreeksTable({ before, after, factOf }: BookGreeksTableProps) {
  return (
    <table className="w-full border-t text-[13px] tabular leading-[18px]">
      <caption className="sr-only">Greeks of the whole portfolio, before and after</caption>
      <thead>
        <tr className="text-label text-subtle-foreground">
          <th scope="col" className="h-8 text-left font-normal">
            Greeks of the portfolio
          </th>
          <th scope="col" className="px-3 text-right font-normal">
            Before
          </th>
          <th scope="col" className="text-right font-normal">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ name, label, write }) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-left font-normal text-muted-foreground">
              {label}
            </th>
            <td className="px-3 text-right">
              <FactFigure id={factOf?.(`before.${name}`)}>{write(before[name])}</FactFigure>
            </td>
            <td className="text-right font-medium">
              <FactFigure id={factOf?.(`after.${name}`)}>{write(after[name])}</FactFigure>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
