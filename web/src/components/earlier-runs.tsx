// Tests: ../features/ai-analysis/ai-analysis-page.test.tsx

import type { ReactNode } from 'react'
import { formatInstant } from '../lib/format.ts'
import { Badge } from './ui/badge.tsx'
import { Button } from './ui/button.tsx'

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
    <section
      aria-label="Comparison, scrollable"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
      tabIndex={0}
      className="mt-4 overflow-x-auto rounded-control border"
    >
      <table className="w-full min-w-[520px] text-[13px] tabular leading-[18px]">
        <caption className="sr-only">The shown run and the one it is compared with</caption>
        <thead>
          <tr className="border-b text-label text-subtle-foreground">
            <td className="h-9 px-3" />
            <th scope="col" className="px-3 text-left font-normal">
              Shown, {formatInstant(here)}
            </th>
            <th scope="col" className="px-3 text-left font-normal">
              {formatInstant(there)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values: [shown, other] }) => (
            <tr key={label} className="border-b align-top last:border-b-0">
              <th scope="row" className="px-3 py-2 text-left font-normal text-muted-foreground">
                {label}
              </th>
              <td className="px-3 py-2">{shown}</td>
              <td className={shown === other ? 'px-3 py-2 text-muted-foreground' : 'px-3 py-2 font-medium'}>{other}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
