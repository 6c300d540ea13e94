// Tests: e2e/ask.e2e.ts

import {
  ASK_LIMITS,
  ASK_SUGGESTIONS,
  type AskPartial,
  type AskScreen,
  type AskTurn,
  askPartialSchema,
} from '@ballast/contract'
import { ArrowUp, Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Input } from '../../components/ui/input.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useAsk } from './ask.queries.ts'
import { Answer, QuestionText, Suggestions, UnfinishedAnswer } from './ask-answer.tsx'
import { EarlierThreads } from './earlier-threads.tsx'

interface AskSheetProps {
  portfolioId: string
  screen: AskScreen
  ticker?: string | undefined
  onClose: () => void
}

/** A thread of questions about a portfolio: one asks, reads, opens figures, and goes on asking. */
export function AskSheet({ portfolioId, screen, ticker, onClose }: AskSheetProps) {
  const [turns, setTurns] = useState<readonly AskTurn[]>([])
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const run = useAsk(portfolioId, { screen, ticker })
  const thread = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isRunning = run.status === 'running'
  const threadId = turns.at(-1)?.threadId

  const ask = async (question: string) => {
    if (question.trim() === '' || isRunning) return
    setAsked(question)
    setTyped('')
    const turn = await run.ask(question, threadId)
    if (turn) setTurns((before) => [...before, turn])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void ask(typed)
  }
  const begin = (thread: readonly AskTurn[]) => {
    run.reset()
    setTurns(thread)
    field.current?.focus()
  }
  const onAsk = (question: string) => {
    void ask(question)
    field.current?.focus()
  }

  // The newest question comes to the top, so that its answer is read from its beginning.
  const newest = `${turns.length} ${isRunning}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useEffect(() => {
    thread.current?.lastElementChild?.scrollIntoView({ block: 'start' })
  }, [newest])

  const step = run.steps.findLast(({ state }) => state === 'running')?.label
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      layout="sheet"
      title="Ask about this portfolio"
      description="Every answer is computed. Nothing that you ask changes anything."
      className="flex flex-col max-sm:h-[92dvh] [&>div:last-child]:flex [&>div:last-child]:min-h-0 [&>div:last-child]:flex-1 [&>div:last-child]:flex-col"
    >
      <section
        className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-4"
        aria-label="Questions and answers"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
        tabIndex={0}
      >
        <div ref={thread} className="grid gap-7" aria-live="polite">
          {turns.map((turn, place) => (
            <Answer key={turn.id} turn={turn} onAsk={place === turns.length - 1 && !isRunning ? onAsk : undefined} />
          ))}
          {isRunning && (
            <UnfinishedAnswer
              question={asked}
              partial={toPartial(run.partial)}
              step={step ? `${step}…` : 'Reading the question…'}
            />
          )}
        </div>
        {run.status === 'failed' && (
          <div role="alert" className="mt-6 grid justify-items-start gap-2">
            <QuestionText text={asked} />
            <p className="text-body text-destructive">
              {toUserMessage(run.error, 'The server could not be reached. Your question was not answered.')}
            </p>
            <Button size="sm" onClick={() => void ask(asked)}>
              Try Again
            </Button>
          </div>
        )}
        {turns.length === 0 && !isRunning && run.status !== 'failed' && (
          <div className="grid gap-6">
            <div className="grid gap-2.5">
              <h3 className="text-label text-muted-foreground">You could ask</h3>
              <Suggestions label="Suggested questions" questions={ASK_SUGGESTIONS[screen]} onAsk={onAsk} />
            </div>
            <EarlierThreads portfolioId={portfolioId} onOpen={begin} />
          </div>
        )}
      </section>
      <form onSubmit={submit} className="flex items-center gap-2 border-t pt-4">
        {turns.length > 0 && (
          <Button
            size="icon"
            className="max-sm:size-11"
            aria-label="New thread"
            title="New thread"
            onClick={() => begin([])}
          >
            <Plus aria-hidden="true" />
          </Button>
        )}
        <Input
          ref={field}
          aria-label="Your question"
          placeholder={turns.length > 0 ? 'Ask on, such as “and 2020?”' : 'What did 2008 do to this?'}
          data-initial-focus
          autoComplete="off"
          enterKeyHint="send"
          maxLength={ASK_LIMITS.questionCharacters}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          size="icon"
          className="max-sm:size-11"
          aria-label="Ask"
          disabled={typed.trim() === '' || isRunning}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
      </form>
    </Dialog>
  )
}

/** Part of an answer that a stream has sent so far; it is not checked as a whole until it ends. */
function toPartial(value: unknown): AskPartial | undefined {
  const parsed = askPartialSchema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}
