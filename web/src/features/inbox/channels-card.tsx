// Tests: e2e/inbox.e2e.ts

import {
  type CallOutput,
  CHANNEL_LIMITS,
  type ChannelType,
  type getNotifications,
  MESSAGE_KIND_LABELS,
  MESSAGE_KINDS,
  type NotificationChannel,
} from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { Bell, CalendarDays, type LucideIcon, Mail, Webhook } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { showSuccess } from '../../components/ui/toast.tsx'
import { formatInstant } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { AddChannel } from './add-channel.tsx'
import { useChooseKinds, useRemoveChannel, useRotateSecret, useTestChannel } from './inbox.queries.ts'
import { SecretNotice } from './secret-notice.tsx'

export type Notifications = CallOutput<typeof getNotifications>

/** A secret that was made just now, and what it is for. */
export interface MadeSecret {
  type: ChannelType
  secret: string
}

const LOOKS: Readonly<Record<ChannelType, { icon: LucideIcon; name: string }>> = {
  email: { icon: Mail, name: 'E-mail' },
  webhook: { icon: Webhook, name: 'Webhook' },
  push: { icon: Bell, name: 'Browser' },
  calendar: { icon: CalendarDays, name: 'Calendar' },
}

/** The ways beside the inbox: what each gets, whether it works, and new ones. */
export function ChannelsCard({ notifications }: { notifications: Notifications }) {
  const { channels, isPro, email } = notifications
  const [made, setMade] = useState<MadeSecret>()
  const missing = (['email', 'webhook', 'push', 'calendar'] as const).filter(
    (type) => channels.filter((one) => one.type === type).length < CHANNEL_LIMITS[type],
  )
  return (
    <Card title="Channels" description="Get the same messages outside of Ballast">
      <div className="grid gap-4">
        {!isPro && (
          <Notice>
            E-mail, webhooks, browser notifications and the calendar are part of{' '}
            <Link to="/pricing" className="text-primary underline">
              PRO
            </Link>
            . The inbox is free.
          </Notice>
        )}
        {made && <SecretNotice made={made} onDone={() => setMade(undefined)} />}
        {channels.length > 0 && (
          <ul aria-label="Channels" className="divide-y">
            {channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} isPro={isPro} onSecret={setMade} />
            ))}
          </ul>
        )}
        {channels.length === 0 && isPro && (
          <p className="text-body text-muted-foreground">
            Messages come to the inbox only. Add a channel to get them elsewhere, too.
          </p>
        )}
        {email === 'local' && channels.some(({ type }) => type === 'email') && (
          <p className="text-[13px] text-muted-foreground leading-[18px]">
            This server has no mail server.{' '}
            <a href="/local-mail" className="text-primary underline">
              Local mail
            </a>{' '}
            shows what it would have sent.
          </p>
        )}
        {isPro && <AddChannel notifications={notifications} missing={missing} onSecret={setMade} />}
      </div>
    </Card>
  )
}

interface ChannelRowProps {
  channel: NotificationChannel
  isPro: boolean
  onSecret: (made: MadeSecret) => void
}

function ChannelRow({ channel, isPro, onSecret }: ChannelRowProps) {
  const { id, type, label, kinds, isResting } = channel
  const { icon: Icon, name } = LOOKS[type]
  const choose = useChooseKinds()
  const remove = useRemoveChannel()
  const rotate = useRotateSecret()
  const test = useTestChannel()
  const chosen = choose.isPending ? choose.variables.kinds : kinds
  const error = choose.error ?? remove.error ?? rotate.error ?? test.error
  const toggle = (kind: (typeof MESSAGE_KINDS)[number], isOn: boolean) =>
    choose.mutate({ channelId: id, kinds: MESSAGE_KINDS.filter((one) => (one === kind ? isOn : chosen.includes(one))) })
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <span className="grid size-9 shrink-0 place-items-center rounded-control bg-muted text-muted-foreground">
          <Icon aria-hidden="true" className="size-4" />
        </span>
        <div className="min-w-0 flex-1 basis-52">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body">
            <span className="font-medium">{name}</span>
            {isResting && <Badge tone="secondary">Stopped: needs PRO</Badge>}
          </p>
          {type !== 'calendar' && <p className="wrap-anywhere text-label text-muted-foreground">{label}</p>}
          <p className="text-label text-muted-foreground">{describeDelivery(channel)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isPro && type !== 'calendar' && (
            <Button
              size="sm"
              aria-label={`Send test to ${name} ${label}`}
              busy={test.isPending}
              onClick={() =>
                test.mutate(id, {
                  onSuccess: () =>
                    showSuccess({ title: 'Test message queued', description: 'It should arrive within a minute.' }),
                })
              }
            >
              Send test
            </Button>
          )}
          {isPro && (type === 'webhook' || type === 'calendar') && (
            <Button
              size="sm"
              aria-label={`New ${type === 'webhook' ? 'secret' : 'address'} for ${name} ${label}`}
              busy={rotate.isPending}
              onClick={() => rotate.mutate(id, { onSuccess: ({ secret }) => onSecret({ type, secret }) })}
            >
              {type === 'webhook' ? 'New secret' : 'New address'}
            </Button>
          )}
          <Button
            size="sm"
            className="text-destructive"
            aria-label={`Remove ${name} ${label}`}
            busy={remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            Remove
          </Button>
        </div>
      </div>
      {type !== 'calendar' && (
        <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
          <legend className="sr-only">{`Messages for ${name} ${label}`}</legend>
          {MESSAGE_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={MESSAGE_KIND_LABELS[kind]}
              checked={chosen.includes(kind)}
              onCheckedChange={(isOn) => toggle(kind, isOn)}
            />
          ))}
        </fieldset>
      )}
      <FailureText>{error && toUserMessage(error, 'Failed to change the channel')}</FailureText>
    </li>
  )
}

function describeDelivery({ type, lastDelivery, createdAt }: NotificationChannel): string {
  if (type === 'calendar') return `Expiries and checks. Address made ${formatInstant(createdAt)}`
  if (lastDelivery === null) return 'Nothing sent yet'
  const { at, state, error } = lastDelivery
  if (state === 'delivered') return `Last message delivered ${formatInstant(at)}`
  if (state === 'given-up') return `Last message not delivered. ${error ?? ''}`
  return error === null ? 'A message is waiting' : `${error} It is tried again.`
}
