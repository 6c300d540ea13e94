import { LIMITS } from '@ballast/contract'
import type { RefObject } from 'react'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'

interface ReviewNameProps {
  name: string
  /** Offered while there is no name; may be blank. */
  proposed: string
  onNameChange: (name: string) => void
  field: RefObject<HTMLInputElement | null>
}

/** The name of the new portfolio within the review, for phones, where the card that asks for it is out of sight. */
export function ReviewName({ name, proposed, onNameChange, field }: ReviewNameProps) {
  return (
    <div className="px-4 pb-4">
      <Field
        label="Portfolio Name"
        hint={
          name.trim() === '' && proposed !== '' ? <SuggestedName name={proposed} onChoose={onNameChange} /> : undefined
        }
      >
        <Input
          ref={field}
          className="scroll-mt-32"
          placeholder="My Portfolio"
          maxLength={LIMITS.portfolioNameCharacters}
          autoComplete="off"
          value={name}
          onChange={(event) => onNameChange(event.target.value)}
        />
      </Field>
    </div>
  )
}

interface SuggestedNameProps {
  name: string
  onChoose: (name: string) => void
}

/** What the portfolio may be called, taken over by a press. */
export function SuggestedName({ name, onChoose }: SuggestedNameProps) {
  return (
    <>
      Suggested name:{' '}
      <button
        type="button"
        className="touch-target -my-1 py-1 text-left font-semibold text-primary hover:underline"
        onClick={() => onChoose(name)}
      >
        {name}
      </button>
    </>
  )
}
