// Tests: ../features/ai-analysis/ai-analysis-page.test.tsx

import type { ReactNode } from 'react'
import { formatInstant } from '../lib/format.ts'
import { Badge } from './ui/badge.tsx'
import { Button } from './ui/button.tsx'
import { FigureTable } from './ui/figure-table.tsx'

interface EarlierRunProps {
  /** Which run: "the discovery"; its time is added. */
  name: string
  badge: string
  createdAt: string
  isCurrent: boolean
  simulated: boolean
  summary: ReactNode
  isShown: boolean
  isCompared: boolean
  /** False while nothing of its kind is shown that it could be held beside. */
  canCompare?: boolean
  onOpen: () => void
  onCompare: () => void
  /** Further actions. */
  children?: ReactNode
}

/** An entry of the list of earlier runs: open it, or hold it beside the one that is shown. */
export function EarlierRun({ name, badge, createdAt, canCompare = true, ...run }: EarlierRunProps) {
  const { isShown, isCompared } = run
  const when = formatInstant(createdAt)
  const compare = isCompared ? 'Stop comparing' : 'Compare'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-[280px]">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{when}</span>
          <Badge tone="secondary">{badge}</Badge>
          {!run.isCurrent && <Badge tone="warning">Other positions</Badge>}
          {run.simulated && <span className="text-caption text-subtle-foreground">Simulated</span>}
        </p>
        <p className="line-clamp-2 text-[13px] text-muted-foreground leading-[18px]">{run.summary}</p>
      </div>
      <div className="flex items-center gap-1.5">
        <Button
          size="sm"
          aria-label={`${isShown ? 'Shown:' : 'Open'} ${name} of ${when}`}
          aria-pressed={isShown}
          disabled={isShown}
          onClick={run.onOpen}
        >
          {isShown ? 'Shown' : 'Open'}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={isShown || !canCompare}
          aria-label={`${compare} ${name} of ${when}`}
          aria-pressed={isCompared}
          onClick={run.onCompare}
        >
          {compare}
        </Button>
        {run.children}
      </div>
    </li>
  )
}

export interface ComparisonRow {
  label: string
  values: readonly [shown: string, other: string]
}

interface RunComparisonProps {
  /** When the shown run was made, and the other. */
  here: string
  there: string
  rows: readonly ComparisonRow[]
}

/** Two runs side by side; what differs stands out. */
export function RunComparison({ here, there, rows }: RunComparisonProps) {
  return (
    <FigureTable
      caption="The shown run and the one it is compared with"
      columns={[{ header: 'Figure' }, { header: `Shown, ${formatInstant(here)}` }, { header: formatInstant(there) }]}
      className="mt-4 rounded-control border"
      tableClassName="min-w-[520px]"
    >
      <tbody>
        {rows.map(({ label, values: [shown, other] }) => (
          <tr key={label} className="align-top *:py-2">
            <th scope="row" className="text-left font-normal text-muted-foreground">
              {label}
            </th>
            <td>{shown}</td>
            <td className={shown === other ? 'text-muted-foreground' : 'font-medium'}>{other}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
