import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'

const badgeStyles = cva(
  'inline-flex h-[22px] shrink-0 items-center gap-1 whitespace-nowrap rounded-badge px-2 font-medium text-label tabular [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        default: 'tint-primary text-primary',
        secondary: 'bg-muted text-muted-foreground',
        destructive: 'tint-destructive text-destructive',
        gain: 'tint-gain text-gain',
        warning: 'tint-warning text-warning',
        pro: 'tint-pro text-pro',
      },
    },
    defaultVariants: { tone: 'default' },
  },
)

export type BadgeTone = NonNullable<VariantProps<typeof badgeStyles>['tone']>

export function Badge({ tone, className, ...props }: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return <span className={cn(badgeStyles({ tone }), className)} {...props} />
}
