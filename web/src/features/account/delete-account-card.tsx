// Tests: e2e/account.e2e.ts

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useDeleteAccount } from './account.queries.ts'

/** Deletes the account once the user has typed their e-mail; an account without one only asks. */
export function DeleteAccountCard({ email }: { email: string | null }) {
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const remove = useDeleteAccount()

  const onConfirm = () => {
    if (email && typed.trim().toLowerCase() !== email.toLowerCase()) {
      return setProblem(`Type ${email} to confirm.`)
    }
    setProblem(undefined)
    remove.mutate(typed.trim(), {
      onError: (error) => setProblem(toUserMessage(error, 'Failed to delete the account')),
    })
  }

  return (
    <Card title="Delete my account" description="Removes you and all your data from this server">
      <Button className="text-destructive" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete my account
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open)
          setTyped('')
          setProblem(undefined)
        }}
        title="Delete your account?"
        description="You will lose your portfolios, positions, settings and tokens. A subscription ends at once. This cannot be undone."
        confirmLabel="Delete my account"
        busyLabel="Deleting..."
        busy={remove.isPending}
        onConfirm={onConfirm}
      >
        {email ? (
          <Field label={`Type ${email} to confirm`} error={problem}>
            <Input
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              inputMode="email"
              spellCheck={false}
            />
          </Field>
        ) : (
          problem && (
            <p role="alert" className="text-destructive text-label">
              {problem}
            </p>
          )
        )}
      </ConfirmDialog>
    </Card>
  )
}
