// Tests: controls.test.tsx

import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { Spinner } from './spinner.tsx'

/** The look of a button, for links that act like one. */
export const buttonStyles = cva(
  'touch-target inline-flex print:hidden shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control border font-medium text-body transition-colors duration-120 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-transparent bg-primary text-primary-foreground enabled:hover:bg-primary/90 [a&]:hover:bg-primary/90',
        outline: 'bg-card shadow-card enabled:hover:bg-accent [a&]:hover:bg-accent',
        ghost:
          'border-transparent text-muted-foreground enabled:hover:bg-accent enabled:hover:text-foreground [a&]:hover:bg-accent [a&]:hover:text-foreground',
        destructive:
          'border-transparent bg-destructive text-destructive-foreground enabled:hover:bg-destructive/90 [a&]:hover:bg-destructive/90',
      },
      size: {
        md: 'h-9 px-3.5',
        sm: 'h-[30px] px-2.5 text-table',
        lg: 'h-11 px-5 text-title font-medium',
        icon: 'size-9 p-0',
        'icon-sm': 'size-[30px] p-0',
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
)

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyles> {
  /** Renders the one child (a link) with the look of a button. */
  asChild?: boolean
  /** While true pressing does nothing, and the button shows the spinner and says `busyLabel`. It keeps the focus. */
  busy?: boolean
  /** Work under way, such as `Saving...`; the place for it is kept from the start so that nothing moves. */
  busyLabel?: string
}

export function Button({
  variant,
  size,
  className,
  asChild = false,
  busy = false,
  busyLabel,
  disabled,
  children,
  type = 'button',
  onClick,
  ...props
}: ButtonProps) {
  const classes = cn(buttonStyles({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    )
  }
  return (
    // A disabled button loses the focus, and whoever works by keyboard their place on the page.
    <button
      type={type}
      className={classes}
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {busyLabel === undefined ? children : <SteadyLabel busy={busy} idle={children} busyLabel={busyLabel} />}
    </button>
  )
}

/** Two labels on one spot: the wider one always holds the width, invisibly when it is not its turn. */
function SteadyLabel({ busy, idle, busyLabel }: { busy: boolean; idle: ReactNode; busyLabel: string }) {
  const shown = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  // The inline style rather than a class keeps the idle twin out of the accessible name wherever no stylesheet is loaded.
  const hidden = { visibility: 'hidden' } as const
  return (
    <span className="inline-grid">
      <span className={shown} style={busy ? hidden : undefined} aria-hidden={busy || undefined}>
        {idle}
      </span>
      <span className={shown} style={busy ? undefined : hidden} aria-hidden={!busy || undefined}>
        <Spinner />
        {busyLabel}
      </span>
    </span>
  )
}
