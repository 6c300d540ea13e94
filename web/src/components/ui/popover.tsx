import { Popover as RadixPopover } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactNode
  label: string
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** A small panel beside its button; Escape and a click elsewhere close it. */
export function Popover({ trigger, label, align = 'end', className, children }: PopoverProps) {
  return (
    <RadixPopover.Root>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={16}
          className={cn(
            'z-40 max-w-[calc(100vw-32px)] animate-appear rounded-card border bg-popover p-4 shadow-popover',
            className,
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
