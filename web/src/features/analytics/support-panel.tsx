// Tests: analytics-page.test.tsx

import type { CallOutput, listSupportRequests } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { showError } from '../../components/ui/toast.tsx'
import { formatInstant } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { supportRequestsQuery, useCloseSupportRequest } from './analytics.queries.ts'

type SupportRequest = CallOutput<typeof listSupportRequests>[number]

/** Messages of users: open requests first, of those PRO first. */
export function SupportPanel() {
  const requests = useQuery(supportRequestsQuery)
  return (
    <Card title="Support requests" description="Open ones first, of those PRO first, then the oldest" padded={false}>
      <Loaded
        query={requests}
        title="Failed to load support requests"
        label="Loading support requests"
        skeleton={<Skeleton className="mx-5 mb-5 h-24" />}
      >
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon={Inbox} title="No requests" text="Messages from the contact page arrive here." />
          ) : (
            <ul aria-label="Support requests" className="border-t">
              {data.map((request) => (
                <RequestItem key={request.id} request={request} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function RequestItem({ request }: { request: SupportRequest }) {
  const { id, subject, message, email, createdAt, priority, closedAt } = request
  const close = useCloseSupportRequest()
  return (
    <li className="border-b px-4 py-3 last:border-b-0 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 text-title">
            {subject}
            {priority && <Badge tone="pro">PRO</Badge>}
            {closedAt && <Badge tone="secondary">Answered</Badge>}
          </h3>
          <p className="text-label text-muted-foreground">
            {email ? <a href={`mailto:${email}`}>{email}</a> : 'No e-mail'}, {formatInstant(createdAt)}
          </p>
        </div>
        {!closedAt && (
          <Button
            size="sm"
            busy={close.isPending}
            busyLabel="Saving..."
            aria-label={`Mark as answered: ${subject}`}
            onClick={() =>
              close.mutate(id, {
                onError: (error) =>
                  showError({ title: 'Not saved', description: toUserMessage(error, 'Failed to close the request') }),
              })
            }
          >
            Mark as answered
          </Button>
        )}
      </div>
      <p className="mt-1.5 max-w-[90ch] whitespace-pre-wrap break-words text-body">{message}</p>
    </li>
  )
}
