import { Check, Minus } from 'lucide-react'
import { Checkbox as RadixCheckbox } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from '../../lib/class-names.ts'

interface CheckboxProps {
  label: ReactNode
  checked: boolean | 'indeterminate'
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

export function Checkbox({ label, checked, onCheckedChange, disabled = false, className }: CheckboxProps) {
  const id = useId()
  return (
    <div className={cn('flex min-h-6 items-center gap-2.5', className)}>
      <RadixCheckbox.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        disabled={disabled}
        className="grid size-[18px] shrink-0 place-items-center rounded-[5px] border border-input bg-background text-primary-foreground data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary disabled:opacity-50"
      >
        <RadixCheckbox.Indicator>
          {checked === 'indeterminate' ? <Minus className="size-3.5" /> : <Check className="size-3.5" />}
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id} className="text-body">
        {label}
      </label>
    </div>
  )
}
