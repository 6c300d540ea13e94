import { LIMITS } from '@ballast/contract'
import type { ReactNode, Ref } from 'react'
import { Field } from './ui/field.tsx'
import { Input } from './ui/input.tsx'

interface PortfolioNameFieldProps {
  name: string
  onNameChange: (name: string) => void
  field: Ref<HTMLInputElement>
  hint?: ReactNode
  className?: string
}

/** Field for the name of a new portfolio. */
export function PortfolioNameField({ name, onNameChange, field, hint, className }: PortfolioNameFieldProps) {
  return (
    <Field label="Portfolio Name" hint={hint}>
      <Input
        ref={field}
        placeholder="My Portfolio"
        maxLength={LIMITS.portfolioNameCharacters}
        autoComplete="off"
        value={name}
        onChange={(event) => onNameChange(event.target.value)}
        className={className}
      />
    </Field>
  )
}
