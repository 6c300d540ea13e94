import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'
import { useFieldAttributes } from './field.tsx'
import { controlStyles } from './input.tsx'

interface TextareaProps extends ComponentProps<'textarea'> {
  /** For CSV and JSON, where columns should line up. */
  mono?: boolean
}

export function Textarea({ className, mono = false, ...props }: TextareaProps) {
  return (
    <textarea
      {...useFieldAttributes()}
      className={cn(
        controlStyles,
        'min-h-[200px] resize-y py-2.5',
        mono && 'font-mono text-[13px] leading-5',
        className,
      )}
      spellCheck={mono ? false : undefined}
      {...props}
    />
  )
}
