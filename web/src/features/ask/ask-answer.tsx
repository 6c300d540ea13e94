// Tests: e2e/ask.e2e.ts

import type { AskFigure, AskPartial, AskTurn } from '@ballast/contract'
import { FactsProvider, Grounded } from '../../components/grounded-text.tsx'
import { Button } from '../../components/ui/button.tsx'
import { describeModelsPart } from '../../lib/model-note.ts'

interface AnswerProps {
  turn: AskTurn
  /** Takes the questions that one may ask next; without it they are not shown. */
  onAsk: ((question: string) => void) | undefined
}

/** A question with its answer. */
export function Answer({ turn, onAsk }: AnswerProps) {
  const note = describeModelsPart(turn)
  return (
    <article className="grid scroll-mt-1 gap-3" aria-label={turn.question}>
      <QuestionText text={turn.question} />
      <FactsProvider facts={turn.facts}>
        {turn.understood !== null && <Understood text={turn.understood} question={turn.question} />}
        <Sentences sentences={turn.sentences} />
        {turn.figures.map((figure) => (
          <Figure key={figure.caption} figure={figure} />
        ))}
      </FactsProvider>
      <p className="text-caption text-subtle-foreground empty:hidden">
        {[turn.simulated && 'Simulated data', note, turn.engine.fallbackReason?.replace(/\.$/, '')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {onAsk && turn.next.length > 0 && <Suggestions label="Ask next" questions={turn.next} onAsk={onAsk} />}
    </article>
  )
}

/** Answer that is still being put together. */
export function UnfinishedAnswer({
  question,
  partial,
  step,
}: {
  question: string
  partial: AskPartial | undefined
  step: string
}) {
  return (
    <article className="grid gap-3" aria-label={question} aria-busy="true">
      <QuestionText text={question} />
      {partial && (
        <FactsProvider facts={partial.facts}>
          {partial.understood !== null && <Understood text={partial.understood} question={question} />}
          <Sentences sentences={partial.sentences} />
        </FactsProvider>
      )}
      {(partial?.sentences.length ?? 0) === 0 && <p className="text-body text-muted-foreground">{step}</p>}
    </article>
  )
}

export function QuestionText({ text }: { text: string }) {
  return (
    <p className="max-w-[85%] justify-self-end rounded-card border bg-accent px-3.5 py-2 text-body [overflow-wrap:anywhere]">
      {text}
    </p>
  )
}

/** How the question was taken, where that is not how it was typed. */
function Understood({ text, question }: { text: string; question: string }) {
  if (text.toLowerCase() === question.trim().toLowerCase()) return null
  return <p className="text-label text-muted-foreground">{text}</p>
}

function Sentences({ sentences }: Pick<AskTurn, 'sentences'>) {
  const [first, ...others] = sentences
  return (
    <>
      {first && (
        <p className="text-title">
          <Grounded text={first} />
        </p>
      )}
      {others.length > 0 && (
        <div className="grid gap-1.5 text-body text-muted-foreground">
          {others.map((text, place) => (
            // Sentences of an answer never change places.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <p key={place}>
              <Grounded text={text} />
            </p>
          ))}
        </div>
      )}
    </>
  )
}

/** Questions to press. */
export function Suggestions({
  label,
  questions,
  onAsk,
}: {
  label: string
  questions: readonly string[]
  onAsk: (question: string) => void
}) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question}>
          <Button
            size="sm"
            className="h-auto min-h-[30px] whitespace-normal py-1 text-left"
            onClick={() => onAsk(question)}
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The table of an answer; bars have their figure beside them. */
function Figure({ figure }: { figure: AskFigure }) {
  const isBars = figure.kind === 'bars'
  return (
    <section
      aria-label={`${figure.caption}, scrollable`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-control border"
    >
      <table className="w-full text-[13px] leading-[18px]">
        <caption className="px-3 pt-2.5 text-left text-label text-muted-foreground">{figure.caption}</caption>
        <thead>
          <tr className="border-b text-label text-subtle-foreground">
            {figure.columns.map((column, place) => (
              // Columns never change places, and the first may have no name.
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={place}
                scope="col"
                className={place === 0 ? 'px-3 py-2 text-left font-normal' : 'px-3 py-2 text-right font-normal'}
              >
                {column === '' ? <span className="sr-only">Figure</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figure.rows.map(({ cells, share }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
            <tr key={row} className="border-b last:border-b-0">
              {cells.map((cell, place) =>
                place === 0 ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells never change places
                  <th key={place} scope="row" className="px-3 py-2 text-left font-normal">
                    <Grounded text={cell} />
                    {isBars && share !== null && <Bar share={share} />}
                  </th>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells never change places
                  <td key={place} className="px-3 py-2 text-right align-top tabular">
                    <Grounded text={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-muted">
      <span
        className={share < 0 ? 'block h-full rounded-full bg-loss' : 'block h-full rounded-full bg-primary'}
        style={{ width: `${Math.max(2, 100 * Math.abs(share))}%` }}
      />
    </span>
  )
}
