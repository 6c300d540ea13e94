// Tests: contact-page.test.tsx

import { can, contactSupport, PLANS, roleOf, type User } from '@ballast/contract'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { StateMessage } from '../../components/ui/state-message.tsx'
import { Textarea } from '../../components/ui/textarea.tsx'
import { callApi } from '../../lib/call-api.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'

const SUBJECT_LENGTH = 200
const MESSAGE_LENGTH = 5_000
const EMPTY = { subject: '', message: '' }

/** A message to the operator, answered by e-mail; those of PRO users are marked and come first. */
export function ContactForm({ user, address }: { user: User; address: ReactNode }) {
  const [typed, setTyped] = useState(EMPTY)
  const [problems, setProblems] = useState<{ subject?: string; message?: string }>({})
  const send = useMutation({ mutationFn: (body: typeof EMPTY) => callApi(contactSupport, { body }) })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(typed.subject.trim() === '' && { subject: 'Say in a few words what it is about.' }),
      ...(typed.message.trim() === '' && { message: 'Write what happened and what you expected.' }),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) send.mutate(typed)
  }

  if (send.data) {
    return (
      <Card>
        <div role="status">
          <StateMessage
            icon={Check}
            title="Your message arrived"
            text={
              <>
                {send.data.priority && 'It is marked as coming from PRO. '}
                The answer comes by e-mail to {user.email ?? 'the address of your account'}.
              </>
            }
            actions={
              <Button
                onClick={() => {
                  setTyped(EMPTY)
                  send.reset()
                }}
              >
                Write another
              </Button>
            }
          />
        </div>
      </Card>
    )
  }
  return (
    <Card
      title="Write to support"
      description={<>Answered by e-mail. Or write to {address} yourself.</>}
      actions={can(roleOf(user), 'prioritySupport') && <Badge tone="pro">{PLANS.pro.name} requests come first</Badge>}
    >
      <form onSubmit={submit} noValidate aria-label="Write to support" className="grid gap-4">
        <Field label="Subject" error={problems.subject}>
          <Input
            value={typed.subject}
            onChange={(event) => setTyped({ ...typed, subject: event.target.value })}
            maxLength={SUBJECT_LENGTH}
            autoComplete="off"
          />
        </Field>
        <Field
          label="Message"
          error={problems.message}
          hint="Leave out account numbers and passwords. Your portfolios are not sent along."
        >
          <Textarea
            value={typed.message}
            onChange={(event) => setTyped({ ...typed, message: event.target.value })}
            maxLength={MESSAGE_LENGTH}
          />
        </Field>
        <FailureText>
          {send.error &&
            toUserMessage(send.error, 'The message could not be sent. It is still here; try again in a moment.')}
        </FailureText>
        <div>
          <Button type="submit" variant="primary" busy={send.isPending} busyLabel="Sending...">
            Send message
          </Button>
        </div>
      </form>
    </Card>
  )
}
