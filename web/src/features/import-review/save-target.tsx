// Tests: review-card.test.tsx

import type { Portfolio } from '@ballast/contract'
import { Field } from '../../components/ui/field.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { type AccountHolder, describeHolder } from './find-holder.ts'

/** Where the positions go: a new portfolio, or one that there is already. */
export interface SaveTarget {
  /** Absent for a new portfolio. */
  portfolioId: string | undefined
  /** Absent until the person has chosen: then what the server proposes. */
  mode: 'add' | 'replace' | undefined
}

interface SaveTargetFieldProps {
  portfolios: readonly Portfolio[]
  target: SaveTarget
  onTargetChange: (target: SaveTarget) => void
  /** Portfolio that holds accounts of the file already. */
  holder: AccountHolder | undefined
  /** Mode that is proposed while nothing was chosen; undefined until it is known. */
  proposedMode: 'add' | 'replace' | undefined
}

export function SaveTargetField({ portfolios, target, onTargetChange, holder, proposedMode }: SaveTargetFieldProps) {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <Field label="Save to" hint={holder && describeHolder(holder)} className="min-w-[220px] flex-1 sm:max-w-[320px]">
        <Select
          value={target.portfolioId ?? ''}
          onChange={(event) => onTargetChange({ portfolioId: event.target.value || undefined, mode: undefined })}
        >
          <option value="">A new portfolio</option>
          <Options of={portfolios.map(({ id, name }) => [id, name])} />
        </Select>
      </Field>
      {target.portfolioId && (
        <ToggleGroup
          label="How to treat the positions there"
          value={target.mode ?? proposedMode ?? 'add'}
          onValueChange={(mode) => onTargetChange({ ...target, mode })}
          options={[
            { value: 'add', label: 'Add to them' },
            { value: 'replace', label: 'Replace its positions' },
          ]}
        />
      )}
    </div>
  )
}
