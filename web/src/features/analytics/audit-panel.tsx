// Tests: analytics-page.test.tsx

import { EVERYBODYS_LEDGER_VIEWED } from '@ballast/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { formatInstant } from '../../lib/format.ts'
import { auditLogQuery } from './analytics.queries.ts'

const GONE = 'Deleted account'

/** Actions of admins, newest first. */
export function AuditPanel() {
  const log = useInfiniteQuery(auditLogQuery)
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Card title="Audit log" description="Actions of admins, newest first; nothing here can be changed" padded={false}>
      <Loaded
        query={log}
        title="Failed to load the audit log"
        label="Loading the audit log"
        skeleton={<Skeleton className="mx-5 mb-5 h-24" />}
      >
        {() =>
          entries.length === 0 ? (
            <EmptyState icon={ScrollText} title="Nothing yet" text="Grants and looks at ledgers are listed here." />
          ) : (
            <ul aria-label="Audit log" className="border-t">
              {entries.map(({ sequence, at, actorEmail, subjectEmail, details }) => (
                <li key={sequence} className="border-b px-4 py-2.5 text-table last:border-b-0 sm:px-5">
                  <p>{details}</p>
                  <p className="text-label text-muted-foreground">
                    {actorEmail ?? GONE}
                    {details !== EVERYBODYS_LEDGER_VIEWED && ` for ${subjectEmail ?? GONE}`}, {formatInstant(at)}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {log.hasNextPage && (
        <div className="border-t px-4 py-3 sm:px-5">
          <Button
            size="sm"
            busy={log.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void log.fetchNextPage()}
          >
            Show earlier entries
          </Button>
        </div>
      )}
    </Card>
  )
}
