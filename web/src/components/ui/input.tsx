import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'
import { useFieldAttributes } from './field.tsx'

/** The border and text of everything that takes a value. */
export const controlStyles =
  'w-full min-w-0 rounded-control border border-input bg-background px-3 text-body touch-target aria-invalid:border-destructive disabled:opacity-50'

/** The height of a control of one line. */
export const controlHeight = 'h-11 sm:h-9'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useFieldAttributes()} className={cn(controlStyles, controlHeight, className)} {...props} />
}
