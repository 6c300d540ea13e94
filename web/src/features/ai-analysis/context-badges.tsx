// Tests: ai-analysis-page.test.tsx

import type { ComprehensiveAnalysis } from '@ballast/contract'
import { Check, Circle, CircleDashed, Minus } from 'lucide-react'
import { FactsProvider, Grounded } from '../../components/grounded-text.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import { cn } from '../../lib/class-names.ts'

type Context = ComprehensiveAnalysis['context'][number]

/** Data that an analysis draws on, while there is none to say what it really used. */
const EXPECTED = ['Portfolio data', 'Correlation matrix', 'Options chains', 'Backtest results'] as const

const STATES = {
  used: { icon: Check, words: 'Used', colour: 'text-gain' },
  partial: { icon: CircleDashed, words: 'Used in part', colour: 'text-warning' },
  missing: { icon: Minus, words: 'Missing', colour: 'text-destructive' },
} as const

/** Shows what the shown analysis could draw on; before there is one, what it will look for. */
export function ContextBadges({ analysis }: { analysis: ComprehensiveAnalysis | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <p id="analysis-context" className="text-[13px] text-muted-foreground">
        Analysis context
      </p>
      <ul aria-labelledby="analysis-context" className="flex flex-wrap gap-2">
        {analysis ? (
          <FactsProvider facts={analysis.facts} runId={analysis.analysisId}>
            {analysis.context.map((part) => (
              <li key={part.name}>
                <ContextBadge {...part} />
              </li>
            ))}
          </FactsProvider>
        ) : (
          EXPECTED.map((name) => (
            <li key={name} className={badgeStyles}>
              <Circle aria-hidden="true" className="size-3.5 text-subtle-foreground" />
              {name}
            </li>
          ))
        )}
      </ul>
    </div>
  )
}

const badgeStyles =
  'touch-target inline-flex h-[26px] items-center gap-1.5 rounded-control border px-2.5 text-[13px] text-muted-foreground'

function ContextBadge({ name, state, note, noteParts }: Context) {
  const { icon: Icon, words, colour } = STATES[state]
  const title = name.replace(/^./, (letter) => letter.toUpperCase())
  const content = (
    <>
      <Icon aria-hidden="true" className={cn('size-3.5', colour)} />
      {title}
      <span className={state === 'used' ? 'sr-only' : colour}>
        <span className="sr-only">, </span>
        {words.toLowerCase()}
      </span>
    </>
  )
  if (note === null) return <span className={badgeStyles}>{content}</span>
  return (
    <Popover
      align="end"
      label={`${title}: ${words.toLowerCase()}`}
      className="w-[320px]"
      trigger={
        <button type="button" title={note} className={cn(badgeStyles, 'cursor-pointer hover:bg-accent')}>
          {content}
        </button>
      }
    >
      <p className="text-title">{title}</p>
      <p className={cn('text-[13px]', colour)}>{words}</p>
      <p className="mt-2 text-[13px] text-muted-foreground leading-[18px]">
        {noteParts ? <Grounded text={noteParts} /> : note}
      </p>
    </Popover>
  )
}
