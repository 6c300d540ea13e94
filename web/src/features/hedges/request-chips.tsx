// Tests: hedges-page.test.tsx

import type { RequestChip, RequestReading } from '@ballast/contract/hedge-request'
import { Check, X } from 'lucide-react'

interface RequestChipsProps {
  chips: readonly RequestChip[]
  questions: RequestReading['asked']
  notUnderstood: readonly string[]
  onRemove: (chip: RequestChip) => void
  onChoose: (chip: RequestChip) => void
}

/** Reading of an owner's words, while nothing is spent yet: to remove, to choose from, and what was not understood. */
export function RequestChips({ chips, questions, notUnderstood, onRemove, onChoose }: RequestChipsProps) {
  if (chips.length + questions.length + notUnderstood.length === 0) return null
  return (
    <div className="grid gap-2 text-label">
      {chips.length > 0 && (
        <ul aria-label="Understood" className="flex flex-wrap gap-1.5">
          {chips.map((chip) => (
            <li
              key={`${chip.words}|${chip.meaning}`}
              className="inline-flex min-h-[26px] max-w-full items-center gap-1 rounded-badge tint-primary pl-2 font-medium text-primary"
            >
              <Check aria-hidden="true" className="size-3.5 shrink-0" />
              <span className="py-1">{chip.meaning}</span>
              <button
                type="button"
                aria-label={`Remove: ${chip.meaning}`}
                title={`Read from “${chip.words}”. Remove it.`}
                onClick={() => onRemove(chip)}
                className="touch-target grid size-[26px] shrink-0 place-items-center rounded-badge"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {questions.map(({ words, choices }) => (
        <p key={words} className="flex flex-wrap items-center gap-1.5 text-warning">
          <span>
            “{words}” {choices.length > 1 ? 'may mean two things:' : 'probably means:'}
          </span>
          {choices.map((choice) => (
            <button
              key={choice.meaning}
              type="button"
              onClick={() => onChoose(choice)}
              className="touch-target min-h-[26px] rounded-badge border border-current px-2 font-medium"
            >
              {choice.meaning}
            </button>
          ))}
        </p>
      ))}
      <p aria-live="polite" className="text-warning empty:hidden">
        {notUnderstood.length > 0 && `Not understood: ${notUnderstood.map((words) => `“${words}”`).join(', ')}.`}
      </p>
    </div>
  )
}
