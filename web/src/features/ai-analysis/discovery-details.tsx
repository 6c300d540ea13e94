// Tests: ai-analysis-page.test.tsx

import { type DiscoveryRun, namePosition } from '@ballast/contract'
import { nameSource } from '../../components/explained.tsx'
import { FactFigure, Grounded } from '../../components/grounded-text.tsx'
import { Disclosure } from '../../components/ui/disclosure.tsx'
import { type FigureColumn, FigureTable } from '../../components/ui/figure-table.tsx'
import {
  countOf,
  formatCount,
  formatInstant,
  formatNumber,
  formatPercent,
  formatPercentChange,
} from '../../lib/format.ts'
import { describeReasons, formatQValue } from './idea-view.ts'
import { describeEngine, describeVerification } from './run-view.ts'

/** How many tests there were and how chance was kept out, what was related, rejected and left out, and by whom. */
export function DiscoveryDetails({ run }: { run: DiscoveryRun }) {
  const { scanned, relations, considered, leftOut, chains } = run
  const troubles = chains.flatMap(({ note }) => note ?? [])
  return (
    <div className="flex min-w-0 flex-wrap gap-x-6 gap-y-1 border-t pt-3 text-[13px] text-muted-foreground leading-[19px] [&>details[open]]:basis-full [&>p]:basis-full">
      <Disclosure summary={`How they were found (${countOf(scanned.tests, 'test')})`}>
        {run.discoveries.length > 0 && (
          <p className="mb-2">
            <Grounded text={run.summaryParts} />
          </p>
        )}
        <p>
          {countOf(scanned.assets, 'asset')} over {countOf(scanned.days, 'trading day')},{' '}
          {countOf(scanned.tests, 'test')}; {formatCount(scanned.significant)} related beyond chance, with at most{' '}
          {formatPercent(100 * scanned.falseDiscoveryRate, 0)} of findings expected to be false.{' '}
          {countOf(scanned.contracts, 'contract')} priced on {countOf(scanned.assetsWithOptions, 'chain')}. By{' '}
          {describeEngine(run)}; {describeVerification(run)}. {nameSource(run.source)} of {formatInstant(run.asOf)}.
        </p>
      </Disclosure>
      {relations.length > 0 && (
        <Disclosure summary={`What is related (${relations.length})`}>
          <RelationTable relations={relations} />
        </Disclosure>
      )}
      {considered.length > 0 && (
        <Disclosure summary={`Looked at and not shown (${considered.length})`}>
          <ul className="grid gap-1.5 sm:grid-cols-2 sm:gap-x-6">
            {considered.map(({ ticker, contractType, reason }) => (
              <li key={`${ticker} ${contractType}`}>
                <span className="font-medium text-foreground">
                  {ticker} {contractType}s:
                </span>{' '}
                {reason}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {leftOut.length > 0 && (
        <Disclosure summary={`Could not be looked at (${leftOut.length})`}>
          <ul className="grid gap-1.5 sm:grid-cols-2 sm:gap-x-6">
            {leftOut.map(({ ticker, reason }) => (
              <li key={ticker}>
                <span className="font-medium text-foreground">{namePosition(ticker)}:</span> {reason}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {troubles.map((note) => (
        <p key={note} className="text-warning">
          {note.replace(/\.?$/, '.')}
        </p>
      ))}
    </div>
  )
}

const RELATION_COLUMNS: readonly FigureColumn[] = [
  { header: 'Asset' },
  { header: 'Why' },
  { header: 'Correlation', align: 'right' },
  { header: 'Beyond market', align: 'right' },
  { header: 'q-value', align: 'right' },
  { header: 'Worst days', align: 'right' },
  { header: 'q-value of these', align: 'right' },
]

function RelationTable({ relations }: Pick<DiscoveryRun, 'relations'>) {
  return (
    <FigureTable
      caption="Assets related to the portfolio beyond chance"
      columns={RELATION_COLUMNS}
      look="inset"
      tableClassName="min-w-[720px]"
    >
      <tbody>
        {relations.map((relation) => {
          const cell = (field: string, text: string) => (
            <td className="text-right">
              <FactFigure id={relation.factIds[field]}>{text}</FactFigure>
            </td>
          )
          return (
            <tr key={relation.ticker}>
              <th scope="row" className="py-2 text-left font-normal">
                <span className="font-semibold text-foreground">{relation.ticker}</span>
                {relation.isHeld && <span className="ml-1.5 text-caption text-subtle-foreground">held</span>}
                <span className="block text-caption text-subtle-foreground">{relation.name}</span>
              </th>
              <td>{describeReasons(relation)}</td>
              {cell('correlation', formatNumber(relation.correlation))}
              {cell('partialCorrelation', formatNumber(relation.partialCorrelation))}
              {cell('partialQValue', formatQValue(relation.partialQValue))}
              {cell('tailMeanPercent', formatPercentChange(relation.tailMeanPercent))}
              {cell('tailQValue', formatQValue(relation.tailQValue))}
            </tr>
          )
        })}
      </tbody>
    </FigureTable>
  )
}
