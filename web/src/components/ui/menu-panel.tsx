import { DropdownMenu as RadixMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'

interface MenuPanelProps {
  trigger: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** The menu with its button, open from the start: it is only drawn once somebody asked for it. */
export function MenuPanel({ trigger, className, children }: MenuPanelProps) {
  return (
    <RadixMenu.Root modal={false} defaultOpen>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            // An entry that leads to a screen: its heading has the focus already, and the button must not take it back.
            if (document.activeElement?.tagName === 'H1') event.preventDefault()
          }}
          className={cn(
            'z-40 min-w-[160px] max-w-[calc(100vw-24px)] animate-appear rounded-card border bg-popover p-2 shadow-popover',
            className,
          )}
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

export type MenuItemProps = ComponentProps<typeof RadixMenu.Item>

/** One entry; with `asChild` the one child is a link. */
export function MenuItem({ className, ...props }: MenuItemProps) {
  return (
    <RadixMenu.Item
      className={cn(
        'flex h-9 cursor-pointer select-none items-center gap-3 rounded-control px-3 text-body outline-none touch-target data-[disabled]:cursor-not-allowed data-[highlighted]:bg-accent data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:text-muted-foreground',
        className,
      )}
      {...props}
    />
  )
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="-mx-2 my-2 h-px bg-border" />
}

/** Text in a menu that is no entry, such as whose menu it is. */
export function MenuLabel({ className, ...props }: ComponentProps<typeof RadixMenu.Label>) {
  return <RadixMenu.Label className={cn('px-3 py-2', className)} {...props} />
}
