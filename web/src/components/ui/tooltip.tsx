import { Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactNode } from 'react'

/** Stands once around the app: 700 ms before the first hint, and none for the next one within 300 ms. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </RadixTooltip.Provider>
  )
}

interface TooltipProps {
  text: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** Something that takes focus: a hint that only a mouse finds is no hint. */
  children: ReactNode
}

/** A few words about a control, on hover and on focus; Escape closes it. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-40 max-w-[280px] animate-appear rounded-control border bg-popover px-2.5 py-1.5 text-foreground text-label shadow-popover"
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  )
}
