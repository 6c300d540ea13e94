import { Slot } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import type { MenuItemProps } from './menu-panel.tsx'

// Menus are opened rarely and weigh more than all else on a bar, so they come when the pointer or the focus comes near.
let panel: typeof import('./menu-panel.tsx') | undefined
const loadPanel = async () => {
  panel = await import('./menu-panel.tsx')
}

/** One entry; with `asChild` the one child is a link. Only a menu draws it, and so it has come with the menu. */
export function MenuItem(props: MenuItemProps) {
  return panel ? <panel.MenuItem {...props} /> : null
}

interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactNode
  align?: 'start' | 'end'
  className?: string
  /** Loads what the entries need: a menu that waited for them while it opens would lose the focus. */
  loadEntries?: () => Promise<unknown>
  children: ReactNode
}

/** A menu under its button: arrows walk it, typing jumps to an entry, Escape closes it. */
export function DropdownMenu({ trigger, align = 'end', className, loadEntries, children }: DropdownMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const load = () => Promise.all([loadPanel(), loadEntries?.()])
  if (isWanted && panel) {
    return (
      <panel.MenuPanel trigger={trigger} align={align} className={className}>
        {children}
      </panel.MenuPanel>
    )
  }
  return (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={() => void load().catch(() => undefined)}
      onClick={() => void load().then(() => setWanted(true))}
    >
      {trigger}
    </Slot.Root>
  )
}
