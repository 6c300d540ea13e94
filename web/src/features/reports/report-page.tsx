// Tests: report-page.test.tsx, e2e/report.e2e.ts

import { REPORT_TITLE, type Report, type ReportFigure } from '@ballast/contract'
import { PageHead } from '../../components/shell/page-head.tsx'
import { Card } from '../../components/ui/card.tsx'
import { FigureTable } from '../../components/ui/figure-table.tsx'
import { formatDate } from '../../lib/format.ts'
import { checkFigure } from './check-figure.ts'

/** A frozen report. What it holds the inputs of is computed again here. */
export function ReportPage({ report }: { report: Report }) {
  const { asOf, simulated, lead, sections, figures, series } = report
  return (
    <>
      <PageHead
        title={REPORT_TITLE}
        subtitle={`Prices of ${formatDate(asOf.slice(0, 10))}${simulated ? ', all simulated: no figure says anything about a real market' : ''}`}
      />
      <div className="grid min-w-0 gap-4">
        <p className="text-stat">{lead}</p>
        {sections.map((section) => (
          <SectionCard key={section.heading} {...section} />
        ))}
        <Card
          title="How each figure is computed"
          description="Your browser computes them again where the report holds their inputs"
        >
          <ol className="grid gap-3">
            {figures.map((figure) => (
              <li key={figure.number} className="text-body">
                <span className="font-medium">
                  [{figure.number}] {figure.label}: {figure.text}
                </span>{' '}
                <span className="text-label text-muted-foreground">{describeCheck(figure, series)}</span>
                <span className="block text-label text-muted-foreground">
                  {figure.formula}. From: {figure.inputs}.
                </span>
              </li>
            ))}
          </ol>
        </Card>
        <p className="text-label text-muted-foreground">
          Past performance does not guarantee future results. This report is not advice.
        </p>
      </div>
    </>
  )
}

function SectionCard({ heading, sentences, table }: Report['sections'][number]) {
  return (
    <Card title={heading} padded={false}>
      <div className="grid gap-1.5 px-4 pb-4 sm:px-5">
        {sentences.map((sentence) => (
          <p key={sentence} className="text-body">
            {sentence}
          </p>
        ))}
      </div>
      {table && (
        <FigureTable
          caption={heading}
          columns={table.columns.map((header, place) => ({ header, align: place === 0 ? 'left' : 'right' }))}
        >
          <tbody>
            {table.rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row" className="text-left font-normal">
                  {name}
                </th>
                {cells.map((cell, place) => (
                  <td key={table.columns[place + 1]} className="text-right">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
    </Card>
  )
}

function describeCheck(figure: ReportFigure, series: Report['series']): string {
  const found = checkFigure(figure, series)
  if (found === null) return 'Not checked here: its inputs are not in the report'
  return found.isSame ? 'Checked here' : `Differs: computed here as ${found.text}`
}
