// Tests: controls.test.tsx

import { createContext, type ReactNode, use, useId } from 'react'
import { cn } from '../../lib/class-names.ts'
import { FailureText } from './failure-text.tsx'

interface FieldIds {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

const FieldContext = createContext<FieldIds | undefined>(undefined)

interface FieldProps {
  label: ReactNode
  /** Stands under the control and is read with it. */
  hint?: ReactNode
  /** Fault of the value and how to mend it; announced when it appears. */
  error?: string | undefined
  /** Hides the label from the eye only, where the place makes it obvious. */
  labelHidden?: boolean
  className?: string
  /** One Input, Textarea or Select; it takes its id and its descriptions from here. */
  children: ReactNode
}

/** A label, its control, and what there is to say about the value, tied together for every reader. */
export function Field({ label, hint, error, labelHidden = false, className, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={cn('grid gap-2', className)}>
      <label htmlFor={id} className={cn('font-medium text-[13px] leading-[18px]', labelHidden && 'sr-only')}>
        {label}
      </label>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      <FailureText id={errorId}>{error}</FailureText>
      {hint && (
        <p id={hintId} className="text-label text-subtle-foreground">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The attributes that tie a control to the Field around it; none outside of one. */
export function useFieldAttributes() {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}
