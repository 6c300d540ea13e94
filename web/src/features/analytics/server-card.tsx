// Tests: analytics-page.test.tsx

import { type ServerStatus, SOURCE_NAMES } from '@ballast/contract'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'

const ENGINES = { embedded: 'Embedded', postgres: 'PostgreSQL' } as const
const SOURCES = { ...SOURCE_NAMES, sample: 'Simulated market' }
const MAIL = { smtp: 'By SMTP', local: 'Shown on this machine', none: 'Not set up' } as const
const HOUR_SECONDS = 3_600

/** Environment of the server that answered, and how busy it is. */
export function ServerCard({ server }: { server: ServerStatus }) {
  const { database, marketData, threads } = server
  const rows: readonly (readonly [label: string, value: string])[] = [
    ['Version', `${server.version}, Node ${server.node.replace('v', '')}`],
    ['Running for', formatUptime(server.uptimeSeconds)],
    ['Database', `${ENGINES[database.engine]}${database.isReachable ? '' : ', does not answer'}`],
    ['Connections', `${database.connections.open} open, ${database.connections.waiting} transactions waiting`],
    ['Market data', `${SOURCES[marketData.source]}${marketData.state === 'ready' ? '' : `, ${marketData.state}`}`],
    ['Analysis', server.analysisEngine],
    ['Mail', MAIL[server.mail]],
    ['Work in threads', `${threads.running} running, ${threads.waiting} waiting`],
    ['Event loop', `At most ${server.eventLoopDelayMilliseconds} ms late, 99 of 100 times`],
    ['Memory', `${server.memoryMebibytes} MiB`],
  ]
  const isWell = database.isReachable && marketData.state === 'ready'
  return (
    <Card
      title="Server"
      description="The process that answered"
      actions={<Badge tone={isWell ? 'gain' : 'destructive'}>{isWell ? 'Working' : 'Needs attention'}</Badge>}
    >
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {rows.map(([label, value]) => (
          <div key={label} className="flex min-w-0 justify-between gap-4">
            <dt className="shrink-0 text-muted-foreground">{label}</dt>
            <dd className="min-w-0 break-words text-right tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {marketData.notice !== null && <p className="mt-3 text-label text-muted-foreground">{marketData.notice}</p>}
    </Card>
  )
}

function formatUptime(seconds: number): string {
  if (seconds < HOUR_SECONDS) return `${Math.floor(seconds / 60)} minutes`
  const hours = Math.floor(seconds / HOUR_SECONDS)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
