import { Switch as RadixSwitch } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from '../../lib/class-names.ts'

interface SwitchProps {
  label: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** A setting that takes effect at once. */
export function Switch({ label, checked, onCheckedChange, disabled = false, className }: SwitchProps) {
  const id = useId()
  return (
    <div className={cn('flex min-h-6 items-center gap-3', className)}>
      <RadixSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        className="relative h-6 w-10 shrink-0 rounded-full border border-input bg-muted transition-colors duration-120 data-[state=checked]:border-primary data-[state=checked]:bg-primary disabled:opacity-50"
      >
        <RadixSwitch.Thumb className="block size-4 translate-x-[3px] rounded-full bg-foreground transition-transform duration-120 data-[state=checked]:translate-x-[19px] data-[state=checked]:bg-primary-foreground" />
      </RadixSwitch.Root>
      <label htmlFor={id} className="text-body">
        {label}
      </label>
    </div>
  )
}
