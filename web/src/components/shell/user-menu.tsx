import type { User } from '@ballast/contract'
import { lazy } from 'react'
import { toDisplayName } from '../../lib/current-user.ts'
import { DropdownMenu } from '../ui/dropdown-menu.tsx'
import { Avatar } from './avatar.tsx'

// Comes with the menu itself, which the first load does without.
const UserMenuEntries = lazy(async () => ({ default: (await import('./user-menu-entries.tsx')).UserMenuEntries }))

export function UserMenu({ user }: { user: User }) {
  return (
    <DropdownMenu
      className="w-[264px]"
      trigger={
        <button type="button" className="grid place-items-center rounded-full touch-target">
          <Avatar user={user} />
          <span className="sr-only">Account menu of {toDisplayName(user)}</span>
        </button>
      }
    >
      <UserMenuEntries user={user} />
    </DropdownMenu>
  )
}
