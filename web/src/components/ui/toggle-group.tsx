import { ToggleGroup as RadixToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { segmentListStyles, segmentStyles } from './segment-styles.ts'

interface ToggleGroupProps<Value extends string> {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
  className?: string
}

/** One of a few ways to look at the same thing; one is always chosen. */
export function ToggleGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: ToggleGroupProps<Value>) {
  return (
    <RadixToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // Pressing the chosen one again reports '', which would leave nothing chosen.
      onValueChange={(next) => next && onValueChange(next as Value)}
      className={cn(segmentListStyles, 'inline-flex', className)}
    >
      {options.map((option) => (
        <RadixToggleGroup.Item key={option.value} value={option.value} className={segmentStyles}>
          {option.label}
        </RadixToggleGroup.Item>
      ))}
    </RadixToggleGroup.Root>
  )
}
