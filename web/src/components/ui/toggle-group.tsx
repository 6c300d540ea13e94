import { type ReactNode, useId } from 'react'
import { cn } from '../../lib/class-names.ts'
import { segmentListStyles } from './segment-styles.ts'

interface ToggleGroupProps<Value extends string> {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
  className?: string
}

/** One of a few ways to look at the same thing: the platform's radio buttons, so arrow keys and names come with them. */
export function ToggleGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: ToggleGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className={cn(segmentListStyles, 'inline-flex', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="touch-target relative inline-flex not-has-checked:print:hidden h-[30px] cursor-pointer items-center justify-center rounded-control border border-transparent px-3 font-medium text-table text-muted-foreground transition-colors duration-120 hover:text-foreground has-checked:border-border has-checked:bg-background has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
