// Tests: action-card.test.tsx, ai-analysis-page.test.tsx

import { listPortfolios } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Copy } from 'lucide-react'
import { copyText } from '../../components/copy-text.ts'
import { FactFigure, Grounded, useFactsByKey } from '../../components/grounded-text.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Disclosure } from '../../components/ui/disclosure.tsx'
import { apiQuery } from '../../lib/call-api.ts'
import { cn } from '../../lib/class-names.ts'
import {
  ACTION_NAMES,
  type Action,
  NO_ORDER,
  type OperationLine,
  toActionTarget,
  toEffectFigures,
  toFollowingStep,
  toOperationLines,
  toOperationsText,
} from './action-view.ts'
import { cutSentences } from './idea-view.ts'

const TONES = { gain: 'text-gain', loss: 'text-loss', neutral: '' } as const

interface ActionCardProps {
  action: Action
  /** From 1 on: facts are named by it. */
  place: number
  portfolioId: string
}

/** One action: what, what it changes, what to type at the broker, and where it is carried out. */
export function ActionCard({ action, place, portfolioId }: ActionCardProps) {
  const findFact = useFactsByKey()
  // What an action does is its own; what it costs and its options are those of the strategy behind it.
  const factOf = (name: string) => findFact(`action${place}.${name}`) ?? findFact(`strategy.action${place}.${name}`)
  const { first, rest } = cutSentences(action.parts, 1)
  const effects = toEffectFigures(action)
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-tile border p-4">
      <div className="flex items-center justify-between gap-2">
        <Badge>{ACTION_NAMES[action.type]}</Badge>
        {action.operations.length > 0 && <CopyOperations action={action} />}
      </div>
      <p className="text-[14px] leading-[21px]">
        <Grounded text={first} />
      </p>
      <Disclosure summary="Trades and what they change">
        <div className="grid gap-3">
          {rest.length > 0 && (
            <p className="text-[13px] text-muted-foreground leading-[20px]">
              <Grounded text={rest} />
            </p>
          )}
          {effects.length > 0 && (
            <dl className="grid text-[13px] leading-6">
              {effects.map(({ label, text, tone, fact }) => (
                <div key={label} className="flex justify-between gap-3">
                  <dt className="text-muted-foreground">{label}</dt>
                  <dd className={cn('whitespace-nowrap font-semibold tabular', TONES[tone])}>
                    <FactFigure id={factOf(fact)}>{text}</FactFigure>
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {action.operations.length > 0 && (
            <ul
              aria-label="What to trade"
              className="grid max-h-[212px] gap-1.5 overflow-y-auto rounded-control bg-muted px-3 py-2.5"
              // A list that scrolls must take the focus to be scrolled by keyboard.
              tabIndex={action.operations.length > 3 ? 0 : undefined}
            >
              {toOperationLines(action.operations).map((line) => (
                <Line key={`${line.text} ${line.detail}`} line={line} factOf={factOf} />
              ))}
            </ul>
          )}
          <Following action={action} factOf={factOf} />
        </div>
      </Disclosure>
      <div className="mt-auto">
        <TargetLink action={action} portfolioId={portfolioId} />
      </div>
    </li>
  )
}

type FactOf = (name: string) => ReturnType<ReturnType<typeof useFactsByKey>>

function Line({ line: { text, detail, symbol, facts }, factOf }: { line: OperationLine; factOf: FactOf }) {
  return (
    // Lines far enough apart for a finger to tell two figures from each other.
    <li className="text-[13px] leading-6">
      <span className="block font-medium tabular">
        <FactFigure id={factOf(facts.text)}>{text}</FactFigure>
      </span>
      <span className="block text-[12.5px] text-muted-foreground tabular">
        <FactFigure id={factOf(facts.detail)}>{detail}</FactFigure>
        {symbol && <span className="ml-2 text-subtle-foreground">{symbol}</span>}
      </span>
    </li>
  )
}

/** Says what to do instead once the actions before are done, so that together they add up. */
function Following({ action, factOf }: { action: Action; factOf: FactOf }) {
  const following = toFollowingStep(action)
  if (!following) return null
  return (
    <div className="grid gap-1.5 rounded-control border border-dashed px-3 py-2.5">
      <p className="text-label text-muted-foreground">{following.title}</p>
      {following.lines.length > 0 && (
        <ul aria-label={following.title} className="grid gap-1.5">
          {following.lines.map((line) => (
            <Line key={`${line.text} ${line.detail}`} line={line} factOf={(name) => factOf(`step.${name}`)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function TargetLink({ action, portfolioId }: { action: Action; portfolioId: string }) {
  const target = toActionTarget(action)
  const portfolios = useQuery(apiQuery(listPortfolios, { query: { book: 'true' } }))
  const isShared = portfolios.data?.some(({ id, sharedBy }) => id === portfolioId && sharedBy !== undefined)
  // What another user shares is theirs to change.
  if (isShared && target.to === '/portfolios/$portfolioId') return null
  const content = (
    <>
      {target.label}
      <ArrowRight aria-hidden="true" />
    </>
  )
  return (
    <Button asChild size="sm">
      {target.to === '/portfolios/$portfolioId' ? (
        <Link to={target.to} params={{ portfolioId }}>
          {content}
        </Link>
      ) : target.to === '/options' ? (
        <Link to={target.to} search={target.search}>
          {content}
        </Link>
      ) : (
        <Link to={target.to}>{content}</Link>
      )}
    </Button>
  )
}

function CopyOperations({ action }: { action: Action }) {
  return (
    <Button
      size="icon-sm"
      variant="ghost"
      aria-label={`Copy the trades of ${ACTION_NAMES[action.type]}`}
      onClick={() => void copyText(toOperationsText(action), { title: 'Trades copied', description: NO_ORDER })}
    >
      <Copy aria-hidden="true" />
    </Button>
  )
}
