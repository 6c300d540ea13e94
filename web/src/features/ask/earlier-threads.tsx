// Tests: e2e/ask.e2e.ts

import type { AskTurn } from '@ballast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { formatInstant } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { threadQuery, threadsQuery, useDeleteThreads } from './ask.queries.ts'

interface EarlierThreadsProps {
  portfolioId: string
  onOpen: (thread: readonly AskTurn[]) => void
}

/** Threads of before: open one, delete one, delete all. */
export function EarlierThreads({ portfolioId, onOpen }: EarlierThreadsProps) {
  const threads = useQuery(threadsQuery(portfolioId))
  const client = useQueryClient()
  const remove = useDeleteThreads(portfolioId)
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const fail = (error: unknown) => setTrouble(toUserMessage(error, 'The server could not be reached. Try again.'))
  const open = (threadId: string) => {
    setTrouble(null)
    client.fetchQuery(threadQuery(portfolioId, threadId)).then(onOpen, fail)
  }
  if (threads.isPending) return <p className="text-body text-muted-foreground">Loading earlier questions…</p>
  const problem =
    trouble ?? (threads.error ? toUserMessage(threads.error, 'Earlier questions could not be loaded.') : null)
  const listed = threads.data ?? []
  return (
    <div className="grid gap-2.5">
      {problem && (
        <p role="alert" className="text-body text-destructive">
          {problem}
        </p>
      )}
      {listed.length > 0 && (
        <>
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-label text-muted-foreground">Earlier questions</h3>
            <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
              Delete all
            </Button>
          </div>
          <ul aria-label="Earlier questions" className="grid">
            {listed.map(({ id, title, turnCount, updatedAt }) => (
              <li key={id} className="flex items-center gap-1 border-b last:border-b-0">
                <button
                  type="button"
                  className="min-w-0 flex-1 rounded-badge py-2.5 text-left hover:text-primary"
                  onClick={() => open(id)}
                >
                  <span className="block truncate text-body">{title}</span>
                  <span className="block text-caption text-muted-foreground">
                    {formatInstant(updatedAt)} · {turnCount === 1 ? '1 question' : `${turnCount} questions`}
                  </span>
                </button>
                <Button
                  size="icon-sm"
                  variant="ghost"
                  aria-label={`Delete “${title}”`}
                  onClick={() => remove.mutate(id, { onError: fail })}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete all earlier questions?"
        description="Questions and answers of this portfolio are deleted. The portfolio stays as it is."
        confirmLabel="Delete All"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(null, { onError: fail, onSettled: () => setAsking(false) })}
      />
    </div>
  )
}
