import type { ExtractedPosition } from '@ballast/contract'
import { emptyRow, isBlank, type ReviewField, type ReviewRow, toRow, withField } from './review-rows.ts'

export interface ReviewState {
  rows: readonly ReviewRow[]
  /** Grows with every change, so that what was computed from the rows is known to be old. */
  revision: number
  /** The row that was removed last and where it stood, to be brought back. */
  removed: { row: ReviewRow; index: number } | undefined
  /** How many rows the person has added so far; names them. */
  addedCount: number
}

export type ReviewChange =
  | { type: 'fill'; rowId: string; field: ReviewField; text: string }
  | { type: 'remove'; rowId: string }
  | { type: 'restore' }
  | { type: 'add' }

export function startReview(positions: readonly ExtractedPosition[]): ReviewState {
  return { rows: positions.map(toRow), revision: 0, removed: undefined, addedCount: 0 }
}

/** The review after one change of the person; a row that is not there leaves it as it was. */
export function changeReview(state: ReviewState, change: ReviewChange): ReviewState {
  const revision = state.revision + 1
  switch (change.type) {
    case 'add': {
      const addedCount = state.addedCount + 1
      return { ...state, rows: [...state.rows, emptyRow(toAddedId(addedCount))], revision, addedCount }
    }
    case 'restore': {
      if (!state.removed) return state
      const { row, index } = state.removed
      return { ...state, rows: state.rows.toSpliced(index, 0, row), revision, removed: undefined }
    }
    default: {
      const index = state.rows.findIndex(({ id }) => id === change.rowId)
      const row = state.rows[index]
      if (!row) return state
      return change.type === 'fill'
        ? { ...state, rows: state.rows.with(index, withField(row, change.field, change.text)), revision }
        : { ...state, rows: state.rows.toSpliced(index, 1), revision, removed: { row, index } }
    }
  }
}

/** Id of a row that was added, which no row that was read bears. */
export function toAddedId(number: number): string {
  return `added-${number}`
}

/** True once something would be lost by leaving. */
export function isEdited({ revision }: ReviewState): boolean {
  return revision > 0
}

export function countNeedingLook(rows: readonly ReviewRow[]): number {
  let count = 0
  for (const { needsLook } of rows) if (needsLook) count += 1
  return count
}

/** How many rows would be saved: all but added ones that were left blank. */
export function countToSave(rows: readonly ReviewRow[]): number {
  let count = 0
  for (const row of rows) if (!isBlank(row)) count += 1
  return count
}
