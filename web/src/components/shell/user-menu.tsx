import type { User } from '@ballast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Coins, LogOut, UserRound } from 'lucide-react'
import { LOGOUT_URL, toDisplayName, toFullName } from '../../lib/current-user.ts'
import { formatTokens } from '../../lib/format.ts'
import { Badge } from '../ui/badge.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../ui/dropdown-menu.tsx'
import { Avatar } from './avatar.tsx'

export function UserMenu({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const logOut = () => {
    // What the next person at this browser must not find; the server ends the session.
    queryClient.clear()
    window.location.assign(LOGOUT_URL)
  }
  return (
    <DropdownMenu
      className="w-[264px]"
      trigger={
        <button
          type="button"
          aria-label={`Account menu of ${toDisplayName(user)}`}
          className="grid place-items-center rounded-full touch-target"
        >
          <Avatar user={user} />
        </button>
      }
    >
      <MenuLabel>
        <Identity user={user} />
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to="/account">
          <UserRound aria-hidden="true" />
          Account
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={logOut}>
        <LogOut aria-hidden="true" />
        Log out
      </MenuItem>
    </DropdownMenu>
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
