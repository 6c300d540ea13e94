// Tests: analytics-page.test.tsx

import type { ManagedUser } from '@ballast/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { countOf, formatCount, formatInstant } from '../../lib/format.ts'
import { useRested } from '../../lib/use-rested.ts'
import { usersQuery } from './analytics.queries.ts'
import { UserSheet } from './user-sheet.tsx'

const NAME_LENGTH = 200
/** Not every letter is a request. */
const SEARCH_RESTS_MS = 250

const COLUMNS: readonly Column<ManagedUser>[] = [
  {
    id: 'user',
    header: 'User',
    width: 'minmax(180px, 2fr)',
    cell: ({ email, name }) => (
      <>
        <span className="block truncate font-medium">{email ?? 'No e-mail'}</span>
        {name && <span className="block truncate text-caption text-muted-foreground">{name}</span>}
      </>
    ),
    sortValue: ({ email }) => email,
  },
  {
    id: 'plan',
    header: 'Plan',
    width: '130px',
    cell: ({ tier, isAdmin }) => (
      <span className="flex gap-1.5">
        <Badge tone={tier === 'pro' ? 'pro' : 'secondary'}>{tier === 'pro' ? 'PRO' : 'Free'}</Badge>
        {isAdmin && <Badge tone="secondary">Admin</Badge>}
      </span>
    ),
    sortValue: ({ tier }) => tier,
  },
  {
    id: 'seen',
    header: 'Last sign-in',
    width: 'minmax(170px, 1fr)',
    cell: ({ lastSignInAt }) => <span className="text-muted-foreground tabular">{formatInstant(lastSignInAt)}</span>,
    sortValue: ({ lastSignInAt }) => lastSignInAt,
  },
  {
    id: 'monthly',
    header: 'Monthly',
    align: 'right',
    width: '90px',
    cell: ({ monthlyTokens }) => formatCount(monthlyTokens),
    sortValue: ({ monthlyTokens }) => monthlyTokens,
  },
  {
    id: 'purchased',
    header: 'Purchased',
    align: 'right',
    width: '100px',
    cell: ({ purchasedTokens }) => formatCount(purchasedTokens),
    sortValue: ({ purchasedTokens }) => purchasedTokens,
  },
]

/** Find somebody, see what they hold, and give them tokens. */
export function UsersPanel() {
  const [typed, setTyped] = useState('')
  const search = useRested(typed.trim(), SEARCH_RESTS_MS)
  const users = useQuery({ ...usersQuery(search), placeholderData: keepPreviousData })
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = users.data?.find(({ id }) => id === openId)
  return (
    <Card
      title="Users"
      description={search === '' ? 'Those who signed in last' : 'E-mail or name contains what you typed'}
      padded={false}
    >
      <Field label="Find a user" className="max-w-[420px] px-4 pb-4 sm:px-5">
        <Input
          type="search"
          aria-keyshortcuts="/"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="E-mail or name"
          maxLength={NAME_LENGTH}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Loaded
        query={users}
        title="Failed to load users"
        label="Loading users"
        skeleton={<Skeleton className="mx-5 mb-5 h-24" />}
      >
        {(data) => (
          <>
            <VirtualTable
              label="Users"
              rows={data}
              columns={COLUMNS}
              rowKey={({ id }) => id}
              minWidth={720}
              onOpenRow={({ id }) => setOpenId(id)}
              empty={<EmptyState icon={UserSearch} title="Nobody found" text="Try another part of the e-mail." />}
            />
            <span role="status" className="sr-only">
              {countOf(data.length, 'user')} found
            </span>
          </>
        )}
      </Loaded>
      {opened && <UserSheet user={opened} onClose={() => setOpenId(null)} />}
    </Card>
  )
}
