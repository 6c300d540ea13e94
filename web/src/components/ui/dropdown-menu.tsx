import { Slot } from 'radix-ui'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { MenuItemProps } from './menu-panel.tsx'

// Menus are opened rarely and weigh more than all else on a bar, so they come when the pointer or the focus comes near.
let panel: typeof import('./menu-panel.tsx') | undefined
const loadPanel = async () => {
  panel = await import('./menu-panel.tsx')
  return panel
}

const MenuPanel = lazy(async () => ({ default: (await loadPanel()).MenuPanel }))

/**
 * One entry; with `asChild` the one child is a link. Only a menu draws it, so that it has come with the menu: one that waited
 * for its entries while it opens would be taken out of the page, and lose the focus.
 */
export function MenuItem(props: MenuItemProps) {
  return panel ? <panel.MenuItem {...props} /> : null
}

interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactNode
  className?: string
  children: ReactNode
}

/** A menu under its button: arrows walk it, typing jumps to an entry, Escape closes it. */
export function DropdownMenu({ trigger, className, children }: DropdownMenuProps) {
  const [wanted, setWanted] = useState(false)
  const closedTrigger = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadPanel()}
      onFocus={() => void loadPanel()}
      onClick={() => setWanted(true)}
    >
      {trigger}
    </Slot.Root>
  )
  if (!wanted) return closedTrigger
  return (
    <Suspense fallback={closedTrigger}>
      <MenuPanel trigger={trigger} className={className}>
        {children}
      </MenuPanel>
    </Suspense>
  )
}
