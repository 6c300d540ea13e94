// Tests: e2e/inbox.e2e.ts

import type { InboxMessage } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { formatInstant } from '../../lib/format.ts'
import { useMarketDataStatus } from '../../lib/market-data-status.ts'
import { ChannelsCard } from './channels-card.tsx'
import { useInbox, useMarkRead, useNotifications } from './inbox.queries.ts'
import { SettingsCard } from './settings-card.tsx'

/** Every message, and the ways to get them. */
export function InboxPage() {
  const inbox = useInbox()
  const notifications = useNotifications()
  const known = notifications.data
  // A public demo sends nothing.
  const isDemo = useMarketDataStatus().data?.isDemo
  return (
    // All at once: the blocks are lower than what comes, and what follows them would be pushed down in sight.
    <Loading
      pending={!inbox.isFetched || !notifications.isFetched}
      label="Loading your messages"
      skeleton={<InboxSkeleton />}
    >
      {() => (
        <div className="grid min-w-0 gap-4">
          <Messages inbox={inbox} />
          {known ? (
            <>
              {!isDemo && <ChannelsCard notifications={known} />}
              <SettingsCard settings={known.settings} isPro={known.isPro} />
            </>
          ) : (
            <Card title="Channels">
              <LoadFailure
                title="Failed to load your channels"
                fallback="The server could not be reached. Your channels still work."
                query={notifications}
              />
            </Card>
          )}
        </div>
      )}
    </Loading>
  )
}

function InboxSkeleton() {
  return (
    <Card title="Messages">
      <Skeleton className="h-[240px] w-full rounded-tile" />
    </Card>
  )
}

function Messages({ inbox }: { inbox: ReturnType<typeof useInbox> }) {
  const markRead = useMarkRead()
  return (
    <Card
      title="Messages"
      description="Results of your checks, newest first"
      actions={
        inbox.data?.some(({ readAt }) => readAt === null) && (
          <Button size="sm" busy={markRead.isPending} onClick={() => markRead.mutate()}>
            Mark all as read
          </Button>
        )
      }
    >
      {inbox.data ? (
        <MessageList messages={inbox.data} />
      ) : (
        <LoadFailure
          title="Failed to load your messages"
          fallback="The server could not be reached. Your messages are safe."
          query={inbox}
        />
      )}
    </Card>
  )
}

function MessageList({ messages }: { messages: readonly InboxMessage[] }) {
  if (messages.length === 0) {
    return (
      <EmptyState icon={Inbox} title="No messages" text="You get a message here when the state of a policy changes." />
    )
  }
  return (
    <ul aria-label="Messages" className="divide-y">
      {messages.map(({ id, title, text, link, createdAt, readAt }) => (
        <li key={id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={link} className="font-semibold text-body hover:underline">
              {title}
            </Link>
            {readAt === null && <Badge>New</Badge>}
            <span className="text-label text-muted-foreground">{formatInstant(createdAt)}</span>
          </div>
          <p className="text-[13px]">{text}</p>
        </li>
      ))}
    </ul>
  )
}
