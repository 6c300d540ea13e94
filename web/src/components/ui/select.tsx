import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { useFieldAttributes } from './field.tsx'
import { controlHeight, controlStyles } from './input.tsx'

/**
 * The platform's own select in our clothes: phones open their wheel, keyboards type ahead, and no script has to be
 * trusted with markup.
 */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-grid w-full', className)}>
      <select
        {...useFieldAttributes()}
        className={cn(
          controlStyles,
          controlHeight,
          'appearance-none truncate bg-card pr-9 font-medium [&>option]:bg-popover',
        )}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none print:hidden absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  )
}

/** Options of a select, each with its value and its text. */
export function Options({ of }: { of: readonly (readonly [value: string | number, text: ReactNode])[] }) {
  return of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
}
