// Tests: review-card.test.tsx

import type { ImportReview, Portfolio } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { showError } from '../../components/ui/toast.tsx'
import { useRested } from '../../lib/use-rested.ts'
import { findHolder } from './find-holder.ts'
import { differenceQuery, type SavedReview, useSaveReview } from './import-review.queries.ts'
import { firstDoubtfulField, REVIEW_FIELDS, type ReviewRow, toPositionsToSave } from './review-rows.ts'
import { changeReview, isEdited, startReview } from './review-state.ts'
import { useReviewRowHeight } from './review-table.tsx'
import type { SaveTarget } from './save-target.tsx'
import { useRowFocus } from './use-row-focus.ts'

/** How long the rows rest before they are compared again; asking is limited by the minute. */
const REST_BEFORE_COMPARING_MS = 2_000

const MISSING_NAME = { title: 'Missing name', description: 'Please provide a portfolio name' }

/** The rows under review, what can be done to them, and where the focus goes when it is done. */
export function useReviewRows(review: ImportReview, onEditedChange: (isEdited: boolean) => void) {
  const [state, change] = useReducer(changeReview, review.positions, startReview)
  const { rows, revision, removed } = state
  const container = useRef<HTMLDivElement>(null)
  const focusRow = useRowFocus(container, useReviewRowHeight())
  const edited = isEdited(state)
  useEffect(() => onEditedChange(edited), [edited, onEditedChange])

  const remove = useCallback(
    (row: ReviewRow) => {
      const index = rows.findIndex(({ id }) => id === row.id)
      change({ type: 'remove', rowId: row.id })
      // The row that takes its place, or else the last one.
      if (rows.length > 1) focusRow(Math.min(index, rows.length - 2), '[data-remove]')
    },
    [rows, focusRow],
  )
  const showFirst = (isMeant: (row: ReviewRow) => boolean) => {
    const index = rows.findIndex(isMeant)
    const row = rows[index]
    if (row) focusRow(index, `[data-field="${firstDoubtfulField(row)}"]`)
    return row
  }
  return {
    rows,
    revision,
    removed: removed?.row,
    edited,
    container,
    change,
    remove,
    restore: () => {
      change({ type: 'restore' })
      if (removed) focusRow(removed.index, '[data-field=ticker]')
    },
    add: () => {
      change({ type: 'add' })
      focusRow(rows.length, '[data-field=ticker]')
    },
    /** Moves the focus to the first row that something is doubtful or wrong about. */
    showNextDoubt: () => showFirst((row) => row.needsLook),
    /** Moves the focus to the first row that cannot be saved, and says why; `undefined` when all can. */
    showFirstError: () => {
      const row = showFirst(hasErrors)
      const error = row && REVIEW_FIELDS.map((field) => row.errors[field]).find(Boolean)
      return error && `${row.ticker || 'A row without a ticker'}: ${error}`
    },
  }
}

export type ReviewRows = ReturnType<typeof useReviewRows>

function hasErrors({ errors }: ReviewRow): boolean {
  return Object.keys(errors).length > 0
}

interface SavingOptions {
  review: ImportReview
  reviewRows: ReviewRows
  portfolios: readonly Portfolio[]
  name: string
  onNameMissing: () => void
  onSaved: (saved: SavedReview) => void
}

/** Where the rows go, what that would change there, and the saving itself. */
export function useReviewSaving({ review, reviewRows, portfolios, name, onNameMissing, onSaved }: SavingOptions) {
  const { rows, revision, showFirstError } = reviewRows
  const [chosen, setTarget] = useState<SaveTarget | undefined>(undefined)
  // Somebody who has named a new portfolio wants one.
  const [isNamed] = useState(name.trim() !== '')
  const holder = useMemo(() => findHolder(review.positions, portfolios), [review.positions, portfolios])
  const proposed = isNamed ? undefined : holder
  const target = chosen ?? { portfolioId: proposed?.portfolio.id, mode: undefined }
  const save = useSaveReview(onSaved)
  const comparedRevision = useRested(revision, REST_BEFORE_COMPARING_MS)
  const { portfolioId = '', mode } = target
  const comparison = useQuery({
    ...differenceQuery({ portfolioId, mode, revision: comparedRevision }, () => toPositionsToSave(rows)),
    enabled: portfolioId !== '' && !rows.some(hasErrors),
  })

  const confirm = () => {
    const error = showFirstError()
    if (error) return showError({ title: 'Save failed', description: error })
    const existing = portfolios.find(({ id }) => id === portfolioId)
    if (!existing && name.trim() === '') {
      onNameMissing()
      return showError(MISSING_NAME)
    }
    save.mutate({
      name: existing?.name ?? name.trim(),
      positions: toPositionsToSave(rows),
      importId: review.importId,
      // Before anything is known of what is there, nothing of it is taken out.
      ...(existing && { portfolioId, mode: mode ?? comparison.data?.proposedMode ?? 'add' }),
    })
  }
  return { target, setTarget, holder, comparison, confirm, isSaving: save.isPending }
}
