import type { User } from '@ballast/contract'
import { toDisplayName } from '../../lib/current-user.ts'
import { DropdownMenu } from '../ui/dropdown-menu.tsx'
import { Avatar } from './avatar.tsx'

// Come with the menu itself, which the first load does without.
let entries: typeof import('./user-menu-entries.tsx') | undefined
const loadEntries = async () => {
  entries = await import('./user-menu-entries.tsx')
}

export function UserMenu({ user }: { user: User }) {
  return (
    <DropdownMenu
      className="w-[264px]"
      loadEntries={loadEntries}
      trigger={
        <button type="button" className="grid place-items-center rounded-full touch-target">
          <Avatar user={user} />
          <span className="sr-only">Account menu of {toDisplayName(user)}</span>
        </button>
      }
    >
      {entries && <entries.UserMenuEntries user={user} />}
    </DropdownMenu>
  )
}
