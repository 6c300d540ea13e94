// Tests: hedges-page.test.tsx

import { HEDGE_FAMILIES, type HedgeAnalysis } from '@ballast/contract'
import { useState } from 'react'
import { Grounded } from '../../components/grounded-text.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { countOf } from '../../lib/format.ts'

const SHOWN_AT_FIRST = 6

/** Proposals that were looked at and not shown, each with its reason. */
export function ConsideredCard({ considered }: Pick<HedgeAnalysis, 'considered'>) {
  const [all, setAll] = useState(false)
  if (considered.length === 0) return null
  const shown = all ? considered : considered.slice(0, SHOWN_AT_FIRST)
  return (
    <Card
      folded
      title="Considered and rejected"
      description={`${countOf(considered.length, 'other way', 'other ways')} and why not`}
      actions={
        considered.length > SHOWN_AT_FIRST && (
          <Button size="sm" variant="ghost" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${considered.length}`}
          </Button>
        )
      }
    >
      <ul className="grid gap-x-8 gap-y-2.5 text-[13px] leading-[19px] lg:grid-cols-2">
        {shown.map(({ family, instrument, reasonParts }, place) => (
          // One family may be rejected for several instruments and reasons; the order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={place} className="min-w-0">
            <span className="font-medium">
              {HEDGE_FAMILIES[family].name}
              {instrument && `, ${instrument}`}:
            </span>{' '}
            <span className="text-muted-foreground">
              <Grounded text={reasonParts} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
