// Tests: analytics-page.test.tsx

import { countTokens, type ManagedUser } from '@ballast/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { showSuccess } from '../../components/ui/toast.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useGrantTokens } from './analytics.queries.ts'
import { checkGrant, type GrantProblems, MOST_GRANTED, REASON_LENGTH } from './grant-view.ts'

const EMPTY = { tokens: '', reason: '' }

/** Gives tokens that never expire. One filled form gives once, however often its button is pressed. */
export function GrantForm({ user }: { user: ManagedUser }) {
  const [typed, setTyped] = useState(EMPTY)
  const [problems, setProblems] = useState<GrantProblems>({})
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const grant = useGrantTokens()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkGrant(typed)
    setProblems(checked.problems)
    if (!checked.grant) return
    const { tokens } = checked.grant
    grant.mutate(
      { userId: user.id, requestId, ...checked.grant },
      {
        onSuccess: () => {
          showSuccess({
            title: 'Tokens given',
            description: `${countTokens(tokens)} for ${user.email ?? 'this user'}.`,
          })
          setTyped(EMPTY)
          setRequestId(crypto.randomUUID())
        },
      },
    )
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Give tokens" className="mt-5 rounded-tile border p-4">
      <h3 className="text-title">Give tokens</h3>
      <div className="mt-3 grid items-start gap-3 sm:grid-cols-[110px_1fr]">
        <Field label="Tokens" error={problems.tokens}>
          <Input
            inputMode="numeric"
            value={typed.tokens}
            onChange={(event) => setTyped({ ...typed, tokens: event.target.value })}
            maxLength={String(MOST_GRANTED).length}
            autoComplete="off"
          />
        </Field>
        <Field
          label="Reason"
          error={problems.reason}
          hint="Kept in the audit log. The user’s statement does not show it, an export of their account does."
        >
          <Input
            value={typed.reason}
            onChange={(event) => setTyped({ ...typed, reason: event.target.value })}
            maxLength={REASON_LENGTH}
            autoComplete="off"
          />
        </Field>
      </div>
      {grant.error && (
        <p role="alert" className="mt-3 text-destructive text-label">
          {toUserMessage(grant.error, 'Failed to give the tokens')}
        </p>
      )}
      <Button type="submit" variant="primary" className="mt-3" busy={grant.isPending} busyLabel="Saving...">
        Give tokens
      </Button>
    </form>
  )
}
