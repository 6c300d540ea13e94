// Tests: shell.test.tsx

import type { User } from '@ballast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn, Coins, CreditCard, LogOut, ShieldCheck, UserRound } from 'lucide-react'
import { LOGOUT_URL, toFullName } from '../../lib/current-user.ts'
import { formatTokens } from '../../lib/format.ts'
import { forgetRefusedRun } from '../../lib/refused-run.ts'
import { Badge } from '../ui/badge.tsx'
import { MenuItem, MenuLabel, MenuSeparator } from '../ui/menu-panel.tsx'
import { Avatar } from './avatar.tsx'

/** Entries of the user's menu: who they are and what they hold, their pages, and the way out. */
export function UserMenuEntries({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const logOut = () => {
    // What the next person at this browser must not find; the server ends the session.
    queryClient.clear()
    forgetRefusedRun()
    window.location.assign(LOGOUT_URL)
  }
  return (
    <>
      <MenuLabel>
        <Identity user={user} />
      </MenuLabel>
      <MenuSeparator />
      {user.isAdmin === 1 && (
        <MenuItem asChild>
          <Link to="/analytics">
            <ChartColumn aria-hidden="true" />
            Analytics
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link to="/policies">
          <ShieldCheck aria-hidden="true" />
          Policies
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/pricing">
          <CreditCard aria-hidden="true" />
          Pricing & Billing
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/account">
          <UserRound aria-hidden="true" />
          Account
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={logOut}>
        <LogOut aria-hidden="true" />
        {user.demoUntil ? 'Leave the demo' : 'Log out'}
      </MenuItem>
    </>
  )
}

function Identity({ user }: { user: User }) {
  return (
    <>
      <span className="flex items-center gap-3">
        <Avatar user={user} size={36} />
        <span className="min-w-0">
          <span className="block truncate font-semibold text-body">{toFullName(user)}</span>
          {user.firstName && user.email && (
            <span className="block truncate text-label text-muted-foreground">{user.email}</span>
          )}
        </span>
      </span>
      {user.subscriptionTier === 'pro' && (
        <span className="mt-2.5 flex items-center gap-2">
          <Badge tone="pro">PRO</Badge>
          <Badge tone="secondary">
            <Coins aria-hidden="true" />
            {formatTokens(user.discoveryTokens)}
          </Badge>
        </span>
      )}
    </>
  )
}
