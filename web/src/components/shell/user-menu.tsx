import type { User } from '@ballast/contract'
import { useState } from 'react'
import { toDisplayName } from '../../lib/current-user.ts'
import { DropdownMenu } from '../ui/dropdown-menu.tsx'
import { Avatar } from './avatar.tsx'

type Entries = typeof import('./user-menu-entries.tsx')

export function UserMenu({ user }: { user: User }) {
  // They come when the menu is about to open; the first load does without.
  const [entries, setEntries] = useState<Entries>()
  const load = () => void import('./user-menu-entries.tsx').then(setEntries, () => undefined)
  return (
    <DropdownMenu
      className="w-[264px]"
      trigger={
        <button
          type="button"
          onPointerEnter={load}
          onFocus={load}
          onClick={load}
          className="grid place-items-center rounded-full touch-target"
        >
          <Avatar user={user} />
          <span className="sr-only">Account menu of {toDisplayName(user)}</span>
        </button>
      }
    >
      {entries && <entries.UserMenuEntries user={user} />}
    </DropdownMenu>
  )
}
