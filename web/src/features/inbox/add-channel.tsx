// Tests: e2e/inbox.e2e.ts

import type { ChannelType } from '@ballast/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import type { MadeSecret, Notifications } from './channels-card.tsx'
import { type NewChannel, useAddChannel } from './inbox.queries.ts'
import { canPush, subscribeToPush } from './push-subscription.ts'

interface AddChannelProps {
  notifications: Notifications
  /** Types that the user can have one more of. */
  missing: readonly ChannelType[]
  onSecret: (made: MadeSecret) => void
}

/** Buttons for new channels. A browser is asked for its permission here and nowhere else. */
export function AddChannel({ notifications, missing, onSecret }: AddChannelProps) {
  const { email, emailAddress, pushKey } = notifications
  const add = useAddChannel()
  const [isWebhookOpen, setWebhookOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = (body: NewChannel) => {
    setProblem(undefined)
    add.mutate(body, {
      onSuccess: ({ channel, secret }) => {
        setWebhookOpen(false)
        if (secret !== null) onSecret({ type: channel.type, secret })
      },
    })
  }
  const addBrowser = async () => {
    const subscribed = await subscribeToPush(pushKey)
    if ('problem' in subscribed) setProblem(subscribed.problem)
    else send(subscribed)
  }
  const hasMail = email !== 'none' && emailAddress !== null
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {missing.includes('email') && hasMail && <Button onClick={() => send({ type: 'email' })}>Add e-mail</Button>}
        {missing.includes('push') && canPush() && <Button onClick={() => void addBrowser()}>Add this browser</Button>}
        {missing.includes('webhook') && (
          <Button aria-expanded={isWebhookOpen} onClick={() => setWebhookOpen(!isWebhookOpen)}>
            Add webhook
          </Button>
        )}
        {missing.includes('calendar') && <Button onClick={() => send({ type: 'calendar' })}>Add calendar</Button>}
      </div>
      {isWebhookOpen && missing.includes('webhook') && (
        <WebhookForm isBusy={add.isPending} onAdd={(url) => send({ type: 'webhook', url })} />
      )}
      {!hasMail && (
        <p className="text-[13px] text-muted-foreground leading-[18px]">
          {email === 'none'
            ? 'This server sends no e-mail: its operator has set up no mail server.'
            : 'Your account has no verified e-mail address, so nothing can be mailed to it.'}
        </p>
      )}
      <FailureText>{problem ?? (add.error && toUserMessage(add.error, 'Failed to add the channel'))}</FailureText>
    </div>
  )
}

function WebhookForm({ isBusy, onAdd }: { isBusy: boolean; onAdd: (url: string) => void }) {
  const [url, setUrl] = useState('')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onAdd(url.trim())
  }
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-wrap items-end gap-2">
      <Field label="Webhook address" className="min-w-0 flex-1 basis-64">
        <Input
          type="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder="https://example.com/hook"
          autoComplete="off"
          maxLength={500}
        />
      </Field>
      <Button type="submit" variant="primary" className="h-11 sm:h-9" busy={isBusy} disabled={url.trim() === ''}>
        Save webhook
      </Button>
    </form>
  )
}
