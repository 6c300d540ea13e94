// Tests: charts.test.tsx

import type { LineSeries } from './series-path.tsx'

interface LineLegendProps {
  series: readonly (Pick<LineSeries, 'id' | 'label' | 'colour'> & { dashed?: boolean | undefined })[]
  /** The values under the cursor by series id, while there is one. */
  values?: Readonly<Record<string, string>> | undefined
}

/** Which line is which, by dash and by colour; stands in the head of the card. */
export function LineLegend({ series, values }: LineLegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-label text-muted-foreground">
      {series.map((line) => (
        <li key={line.id} className="flex items-center gap-2">
          <svg aria-hidden="true" width="16" height="4">
            <line
              x2="16"
              y1="2"
              y2="2"
              stroke={line.colour}
              strokeWidth={line.dashed ? 2 : 3}
              strokeDasharray={line.dashed ? '4 2.5' : undefined}
            />
          </svg>
          {line.label}
          {values?.[line.id] !== undefined && (
            <span className="font-semibold text-foreground tabular">{values[line.id]}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
