// Tests: e2e/account.e2e.ts

import { exportAccount, type getAccount, toCallUrl } from '@ballast/contract'
import { Download } from 'lucide-react'
import type { z } from 'zod'
import { Avatar } from '../../components/shell/avatar.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Progress } from '../../components/ui/progress.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { toFullName } from '../../lib/current-user.ts'
import { formatCount, formatDate } from '../../lib/format.ts'
import { useTheme } from '../../lib/theme.ts'
import { AccessTokensCard } from './access-tokens-card.tsx'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export type Account = z.output<typeof getAccount.response>

/** The user's own page: who they are, what they use, where they are signed in, and how to leave. */
export function AccountPage({ account }: { account: Account }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <ProfileCard account={account} />
      <UsageCard usage={account.usage} />
      <div className="grid gap-4">
        <SessionsCard sessions={account.sessions} />
        {!account.user.demoUntil && <AccessTokensCard />}
      </div>
      <div className="grid gap-4">
        <ThemeCard />
        <ExportCard />
        <DeleteAccountCard email={account.user.email} />
      </div>
    </div>
  )
}

function ProfileCard({ account: { user, memberSince } }: { account: Account }) {
  const name = toFullName(user)
  return (
    <Card
      title="Profile"
      description={user.demoUntil ? 'Made up for this demo' : 'As your identity provider states it'}
      className="h-full"
    >
      <div className="flex items-center gap-3.5">
        <Avatar user={user} />
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold text-body">{name}</p>
          {user.email && user.email !== name && (
            <p className="wrap-anywhere text-[13px] text-muted-foreground leading-[18px]">{user.email}</p>
          )}
        </div>
        <span className="ml-auto flex gap-2">
          {user.isAdmin === 1 && <Badge tone="secondary">Admin</Badge>}
          <Badge tone={user.subscriptionTier === 'pro' ? 'pro' : 'secondary'}>
            {user.subscriptionTier === 'pro' ? 'PRO' : 'Free'}
          </Badge>
        </span>
      </div>
      <p className="mt-4 text-label text-muted-foreground">Member since {formatDate(memberSince)}</p>
    </Card>
  )
}

function UsageCard({ usage }: { usage: Account['usage'] }) {
  const meters = [
    { label: 'Portfolios', used: usage.portfolios, limit: usage.portfolioLimit },
    { label: 'Positions', used: usage.positions, limit: usage.positionLimit },
  ]
  return (
    <Card title="Usage" description="How much you store here, and the limits" className="h-full">
      <ul className="grid gap-4">
        {meters.map(({ label, used, limit }) => (
          <li key={label}>
            <p className="mb-1.5 flex justify-between text-body">
              {label}
              <span className="text-muted-foreground tabular">
                <span className="font-semibold text-foreground">{formatCount(used)}</span> of {formatCount(limit)}
              </span>
            </p>
            <Progress label={`${label} used`} percent={limit > 0 ? (used / limit) * 100 : 0} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ThemeCard() {
  const { theme, toggleTheme } = useTheme()
  return (
    <Card title="Theme" description="Remembered with your account">
      <ToggleGroup
        label="Theme"
        value={theme}
        onValueChange={(next) => next !== theme && toggleTheme()}
        options={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
      />
    </Card>
  )
}

function ExportCard() {
  return (
    <Card title="Export all my data" description="Everything stored about you, as one JSON file">
      <Button asChild>
        <a href={toCallUrl(exportAccount)} download>
          <Download aria-hidden="true" />
          Export all my data
        </a>
      </Button>
    </Card>
  )
}
