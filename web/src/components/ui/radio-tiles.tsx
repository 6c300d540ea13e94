import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'

interface RadioTilesProps<Value extends string> {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; title: ReactNode; description?: ReactNode; aside?: ReactNode }[]
  className?: string
}

/** One choice among several that each need a line of explanation; the whole tile is the target. */
export function RadioTiles<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: RadioTilesProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      className={cn('grid gap-2.5', className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="group flex items-center gap-3 rounded-tile border px-3.5 py-2.5 text-left transition-colors duration-120 hover:bg-accent/45 data-[state=checked]:border-primary data-[state=checked]:tint-primary"
        >
          <span
            aria-hidden="true"
            className="size-4 shrink-0 rounded-full border-2 border-input group-data-[state=checked]:border-[5px] group-data-[state=checked]:border-primary"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-medium text-body">{option.title}</span>
            {option.description && (
              <span className="block text-[13px] text-muted-foreground leading-[18px]">{option.description}</span>
            )}
          </span>
          {option.aside && <span className="shrink-0 text-label text-muted-foreground">{option.aside}</span>}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
