import type { RefObject } from 'react'
import { PortfolioNameField } from '../../components/portfolio-name-field.tsx'

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
      <PortfolioNameField
        name={name}
        onNameChange={onNameChange}
        field={field}
        className="scroll-mt-32"
        hint={name.trim() === '' && proposed !== '' && <SuggestedName name={proposed} onChoose={onNameChange} />}
      />
    </div>
  )
}

/** Name that the portfolio may get, taken over by a press. */
export function SuggestedName({ name, onChoose }: { name: string; onChoose: (name: string) => void }) {
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
