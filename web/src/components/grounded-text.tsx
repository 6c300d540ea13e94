import { type Fact, type GroundedText, getFact } from '@ballast/contract'
import { Check, RotateCw } from 'lucide-react'
import { createContext, Fragment, type ReactNode, use, useMemo, useState } from 'react'
import { callApi } from '../lib/call-api.ts'
import { cn } from '../lib/class-names.ts'
import { formatInstant, formatNumber } from '../lib/format.ts'
import { toUserMessage } from '../lib/to-user-message.ts'
import { nameSource } from './explained.tsx'
import { Button } from './ui/button.tsx'
import { Popover } from './ui/popover.tsx'

interface KnownFacts {
  byId: ReadonlyMap<string, Fact>
  idByKey: ReadonlyMap<string, string>
  runId: string | undefined
}

const FactsContext = createContext<KnownFacts>({ byId: new Map(), idByKey: new Map(), runId: undefined })

interface FactsProviderProps {
  facts: readonly Fact[]
  /** The stored run that they belong to: with it each can be computed again from what the run was fed. */
  runId?: string
  children: ReactNode
}

/** Makes a run's facts known to the texts and figures inside. */
export function FactsProvider({ facts, runId, children }: FactsProviderProps) {
  const known = useMemo(
    () => ({
      byId: new Map(facts.map((fact) => [fact.id, fact])),
      idByKey: new Map(facts.map(({ key, id }) => [key, id])),
      runId,
    }),
    [facts, runId],
  )
  return <FactsContext value={known}>{children}</FactsContext>
}

/** Finds the facts inside by what they are: the id that belongs to a key, or undefined. */
export function useFactsByKey(): (key: string) => string | undefined {
  const { idByKey } = use(FactsContext)
  return (key) => idByKey.get(key)
}

/** A text in which every figure that was computed opens where it comes from. */
export function Grounded({ text }: { text: GroundedText }) {
  return toRuns(text).map(({ before, figure, after }, place) => (
    // Pieces of a finished text never change places.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={place}>
      {figure ? before.slice(0, before.length - glue(before, 'end')) : before}
      {figure && (
        <span className="whitespace-nowrap">
          {before.slice(before.length - glue(before, 'end'))}
          <FactFigure id={figure.fact}>{figure.text}</FactFigure>
          {after}
        </span>
      )}
    </Fragment>
  ))
}

interface Run {
  before: string
  figure: GroundedText[number] | null
  /** Characters that follow the figure without a space. */
  after: string
}

/** Each figure with the text before it and what clings to it, so that no line ends between a bracket and its figure. */
function toRuns(text: GroundedText): Run[] {
  const runs: Run[] = []
  let before = ''
  for (const piece of text) {
    const last = runs.at(-1)
    if (piece.fact !== undefined) {
      runs.push({ before, figure: piece, after: '' })
      before = ''
      continue
    }
    const clinging = before === '' && last ? glue(piece.text, 'start') : 0
    if (last && clinging > 0) last.after += piece.text.slice(0, clinging)
    before += piece.text.slice(clinging)
  }
  return [...runs, { before, figure: null, after: '' }]
}

/** How many signs at that end of a text are no spaces. */
function glue(text: string, end: 'start' | 'end'): number {
  return (end === 'start' ? /^\S*/ : /(?<!\S)\S*$/).exec(text)?.[0].length ?? 0
}

interface FactFigureProps {
  /** A fact of the run; without one, or with one that is not known, the figure is plain text. */
  id: string | undefined
  className?: string
  children: ReactNode
}

/** A figure that opens its formula, its inputs, its source and its time. */
export function FactFigure({ id, className, children }: FactFigureProps) {
  const known = use(FactsContext)
  const fact = id === undefined ? undefined : known.byId.get(id)
  if (!fact) return className ? <span className={className}>{children}</span> : children
  return (
    <Popover
      align="start"
      label={`Where ${fact.text} comes from`}
      className="max-h-[var(--radix-popover-content-available-height)] w-[360px] overflow-y-auto"
      trigger={
        <button
          type="button"
          className={cn(
            'cursor-pointer rounded-badge text-left tabular underline decoration-dotted decoration-input underline-offset-[3px] hover:decoration-current',
            className,
          )}
        >
          {children}
        </button>
      }
    >
      <FactPanel fact={fact} known={known} />
    </Popover>
  )
}

const BETTER = { higher: 'Higher is better.', lower: 'Lower is better.' } as const

function FactPanel({ fact, known: { byId, runId } }: { fact: Fact; known: KnownFacts }) {
  const inputs = fact.inputs.flatMap((input) => {
    if (!('fact' in input)) return [input]
    const other = byId.get(input.fact)
    return other ? [{ label: other.label, value: other.text }] : []
  })
  return (
    <div className="grid gap-3 text-[13px] leading-[18px]">
      <div>
        <p className="text-title tabular">{fact.text}</p>
        <p className="text-muted-foreground">{fact.label}</p>
        {(fact.meaning ?? fact.better) && (
          <p className="mt-1 text-muted-foreground">
            {[fact.meaning, fact.better && BETTER[fact.better]].filter(Boolean).join(' ')}
          </p>
        )}
      </div>
      <p className="rounded-control bg-muted px-3 py-2 italic">{fact.formula}</p>
      {inputs.length > 0 && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
          {inputs.map(({ label, value }, place) => (
            // Two inputs may bear one name, such as the strikes of two legs.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Row key={place} name={label} text={value} />
          ))}
        </dl>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t pt-3">
        <Row name="Source" text={nameSource(fact.source)} />
        <Row name="Data of" text={formatInstant(fact.asOf)} />
        <Row name="Fact" text={fact.id} />
      </dl>
      {runId !== undefined && <Recompute factId={`${runId}.${fact.id}`} shown={fact} />}
    </div>
  )
}

type Recomputation = { state: 'idle' | 'asking' | 'same' } | { state: 'other' | 'failed'; words: string }

/** Has the server compute the figure again from what the run was fed, and says whether it comes to the same. */
function Recompute({ factId, shown }: { factId: string; shown: Fact }) {
  const [answer, setAnswer] = useState<Recomputation>({ state: 'idle' })
  const ask = async () => {
    setAnswer({ state: 'asking' })
    try {
      const { recomputed, matches } = await callApi(getFact, { params: { factId } })
      setAnswer(matches ? { state: 'same' } : { state: 'other', words: write(recomputed, shown) })
    } catch (error) {
      const words = toUserMessage(error, 'The server could not be reached. Try again.')
      setAnswer({ state: 'failed', words })
    }
  }
  return (
    <div className="grid gap-2 border-t pt-3">
      <Button
        size="sm"
        className="justify-self-start"
        busy={answer.state === 'asking'}
        busyLabel="Recomputing..."
        onClick={() => void ask()}
      >
        <RotateCw aria-hidden="true" />
        Recompute
      </Button>
      <p role="status" className="text-label">
        {answer.state === 'same' && (
          <span className="flex items-center gap-1.5 text-gain">
            <Check aria-hidden="true" className="size-3.5" />
            Computed again from the stored inputs: {shown.text}, the same.
          </span>
        )}
        {answer.state === 'other' && (
          <span className="text-destructive">
            Computed again from the stored inputs it is {answer.words}, not {shown.text}. Do not rely on this figure.
          </span>
        )}
        {answer.state === 'failed' && <span className="text-destructive">{answer.words}</span>}
      </p>
    </div>
  )
}

function write(value: number | string | null, { decimals }: Fact): string {
  if (value === null) return 'no figure at all'
  return typeof value === 'number' ? formatNumber(value, { decimals }) : value
}

function Row({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="text-right tabular">{text}</dd>
    </>
  )
}
