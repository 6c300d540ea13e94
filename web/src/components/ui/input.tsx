import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'
import { useFieldAttributes } from './field.tsx'

/** The border, height and text of everything that takes a value. */
export const controlStyles =
  'h-11 w-full min-w-0 rounded-control border border-input bg-background px-3 text-body sm:h-9 touch-target aria-invalid:border-destructive disabled:opacity-50'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useFieldAttributes()} className={cn(controlStyles, className)} {...props} />
}
