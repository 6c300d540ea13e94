// Tests: hedges-page.test.tsx

import type { HedgeAnalysis } from '@ballast/contract'
import { useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { cn } from '../../lib/class-names.ts'
import { countOf } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { StrategyCard } from './strategy-card.tsx'

interface StrategyDeckProps {
  analysis: HedgeAnalysis
  chosenId: string | undefined
  onChoose: (strategyId: string) => void
}

/** A row of the widest screen. */
const SHOWN_AT_FIRST = 3

/** The strategies side by side; under a finger they are swiped, the next one's edge in sight, dots beneath. */
export function StrategyDeck({ analysis, chosenId, onChoose }: StrategyDeckProps) {
  const { hedgeStrategies: strategies } = analysis
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [all, setAll] = useState(false)
  const isPhone = useIsPhone()
  const isCut = !isPhone && !all && strategies.length > SHOWN_AT_FIRST
  const rest = strategies.slice(SHOWN_AT_FIRST)
  const follow = () => {
    const { current } = list
    const width = current?.firstElementChild?.clientWidth
    if (current && width) setShown(Math.round(current.scrollLeft / width))
  }
  const goTo = (place: number) => {
    list.current?.children[place]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
  return (
    <section aria-labelledby="hedge-strategies" className="min-w-0">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="hedge-strategies" className="text-title">
          Hedge Strategies{' '}
          <span className="font-normal text-muted-foreground">{countOf(strategies.length, 'way')}</span>
        </h2>
        {isCut && (
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            Show {rest.length} more: {rest.map(({ type }) => type).join(', ')}
          </Button>
        )}
      </div>
      <ul
        ref={list}
        onScroll={follow}
        className="grid gap-4 max-sm:-mx-4 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:auto-cols-[86%] max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 sm:grid-cols-2 xl:grid-cols-3"
      >
        {(isCut ? strategies.slice(0, SHOWN_AT_FIRST) : strategies).map((strategy) => (
          <li key={strategy.id} className="grid min-w-0 max-sm:snap-start">
            <StrategyCard
              analysis={analysis}
              strategy={strategy}
              chosen={strategy.id === chosenId}
              onChoose={() => onChoose(strategy.id)}
              opensTicket={isPhone}
            />
          </li>
        ))}
      </ul>
      <div className="mt-1 flex justify-center sm:hidden">
        {strategies.map((strategy, place) => (
          <button
            key={strategy.id}
            type="button"
            aria-label={`Strategy ${place + 1} of ${strategies.length}`}
            aria-current={place === shown || undefined}
            onClick={() => goTo(place)}
            className="grid size-8 place-items-center rounded-full"
          >
            <span className={cn('size-2 rounded-full', place === shown ? 'bg-primary' : 'bg-input')} />
          </button>
        ))}
      </div>
    </section>
  )
}
