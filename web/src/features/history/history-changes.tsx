// Tests: history-card.test.tsx

import type { HistoryChange } from '@ballast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { RadioTiles } from '../../components/ui/radio-tiles.tsx'
import { showError } from '../../components/ui/toast.tsx'
import { formatDate, formatMoney, formatValue } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { answerChange } from './history.queries.ts'
import { type Answer, describeAnswer, describeMoved, readAnswer, toAnswer } from './history-view.ts'

/** Asks about the newest change that nobody has explained; the others follow as they are answered. */
export function HistoryQuestion({ changes }: { changes: readonly HistoryChange[] }) {
  const asked = changes.filter(({ status }) => status === 'asked')
  const [change] = asked
  if (!change) return null
  return (
    <section aria-label="What happened?" className="rounded-tile border p-4">
      <p className="font-medium">
        What happened on {formatDate(change.day)}?
        {asked.length > 1 && <span className="font-normal text-muted-foreground"> 1 of {asked.length}</span>}
      </p>
      <p className="mt-1 text-muted-foreground">
        {describeMoved(change)}. At the close of {formatDate(change.valuedOn ?? change.day)}, what you held was worth{' '}
        {formatValue(Math.abs(change.difference ?? 0))} {(change.difference ?? 0) < 0 ? 'less' : 'more'} afterwards.
      </p>
      <AnswerForm key={`${change.portfolioId} ${change.changeId}`} change={change} />
    </section>
  )
}

function AnswerForm({ change, onDone }: { change: HistoryChange; onDone?: () => void }) {
  const client = useQueryClient()
  const start = change.moneyIn ?? 0
  const [answer, setAnswer] = useState<Answer>(toAnswer(start, change))
  const [amount, setAmount] = useState(() => toAmount(start === 0 ? (change.difference ?? 0) : start))
  const [fault, setFault] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const read = readAnswer(answer, amount, change)
    if ('fault' in read) return setFault(read.fault)
    setSaving(true)
    try {
      await answerChange(client, { portfolioId: change.portfolioId, changeId: change.changeId, ...read })
      onDone?.()
    } catch (error) {
      showError({ title: 'Answer not saved', description: toUserMessage(error, 'The server could not be reached.') })
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className="mt-3 grid gap-3">
      <RadioTiles
        label="What happened?"
        value={answer}
        onValueChange={(next) => {
          setAnswer(next)
          setFault(undefined)
        }}
        className="lg:grid-cols-3"
        options={[
          {
            value: 'inside',
            title: 'Bought or sold',
            description: change.cashListed
              ? 'Inside the account. No money came in or went out.'
              : 'With the account’s cash, which this portfolio does not list.',
          },
          { value: 'in', title: 'Money came in', description: 'A deposit, a transfer or a purchase from other cash.' },
          { value: 'out', title: 'Money went out', description: 'A withdrawal, or a sale paid out elsewhere.' },
        ]}
      />
      <form className="grid justify-items-start gap-3" onSubmit={(event) => void save(event)}>
        {answer !== 'inside' && (
          <Field label="Amount in dollars" error={fault} className="max-w-[240px]">
            <Input
              inputMode="decimal"
              value={amount}
              onChange={({ target }) => {
                setAmount(target.value)
                setFault(undefined)
              }}
            />
          </Field>
        )}
        <Button type="submit" disabled={isSaving}>
          Save Answer
        </Button>
      </form>
    </div>
  )
}

const toAmount = (amount: number) => formatMoney(Math.abs(amount)).replace('$', '')

/** Changes that were explained, each with the way to explain it anew. */
export function HistoryAnswers({ changes }: { changes: readonly HistoryChange[] }) {
  const [changing, setChanging] = useState<string | null>(null)
  const shown = changes.filter(({ status }) => status === 'answered' || status === 'waiting')
  if (shown.length === 0) return null
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer text-muted-foreground">Earlier changes ({shown.length})</summary>
      <ul className="mt-2 grid gap-2">
        {shown.map((change) => {
          const key = `${change.portfolioId} ${change.changeId}`
          return (
            <li key={key} className="border-t pt-2">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <p className="min-w-0">
                  <span className="tabular">{formatDate(change.day)}</span>{' '}
                  <span className="text-muted-foreground">{describeMoved(change)}</span>
                </p>
                {change.status === 'waiting' ? (
                  <span className="text-label text-subtle-foreground">Valued at the next close</span>
                ) : (
                  <span className="flex items-baseline gap-2 text-label">
                    {describeAnswer(change.moneyIn ?? 0, change)}
                    <Button size="sm" variant="ghost" onClick={() => setChanging(changing === key ? null : key)}>
                      {changing === key ? 'Keep Answer' : 'Change Answer'}
                    </Button>
                  </span>
                )}
              </div>
              {changing === key && <AnswerForm change={change} onDone={() => setChanging(null)} />}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
