import {
  type CallInput,
  type CallOutput,
  compareImport,
  discardImport,
  getImport,
  type ImportReview,
  type MappedField,
  mapImportColumns,
  saveFromReview,
} from '@ballast/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { showError, showSuccess } from '../../components/ui/toast.tsx'
import { apiQueryKey, callApi, sendCall } from '../../lib/call-api.ts'
import { readLargeAnswer } from '../../lib/read-large-answer.ts'
import { renewPortfolio } from '../../lib/renew-portfolio.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'

export type SavedReview = CallOutput<typeof saveFromReview>
export type ReviewToSave = CallInput<typeof saveFromReview>['body']
type PositionsToCompare = CallInput<typeof compareImport>['body']

/** Query of a review that waits, after a reload of the page. */
export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: apiQueryKey(getImport, { params: { importId } }),
    queryFn: async ({ signal }) =>
      readLargeAnswer('review', await sendCall(getImport, { params: { importId }, signal }, 'application/json')),
    // It lies in the state of the review from then on, edited.
    gcTime: 0,
    structuralSharing: false,
  })

/** Reads the file again with other meanings for its columns. */
export function useMapColumns(importId: string, onRead: (review: ImportReview) => void) {
  return useMutation({
    mutationFn: async (columns: { index: number; field: MappedField }[]) => {
      const input = { params: { importId }, body: { columns } }
      return readLargeAnswer('review', await sendCall(mapImportColumns, input, 'application/json'))
    },
    onSuccess: (review) => onRead(review),
  })
}

/** @param onSaved called once every screen knows of the change */
export function useSaveReview(onSaved: (saved: SavedReview) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ReviewToSave) => callApi(saveFromReview, { body }),
    onSuccess: async (saved) => {
      await renewPortfolio(client, saved.id)
      showSuccess({ title: 'Portfolio saved successfully', description: 'Your reviewed positions have been saved.' })
      onSaved(saved)
    },
    onError: (error) =>
      showError({ title: 'Save failed', description: toUserMessage(error, 'Failed to save portfolio') }),
  })
}

/** Forgets what was read. Nobody waits for it: what is not discarded is gone after a day. */
export function useDiscardImport() {
  return useMutation({
    mutationFn: (importId: string) => callApi(discardImport, { params: { importId } }),
    onError: (error) => console.error('Failed to discard the import', error),
  })
}

interface Comparison {
  portfolioId: string
  mode: PositionsToCompare['mode']
  /** Revision of the rows; another one is another question. */
  revision: number
}

/** Query of what saving the positions would change in a portfolio. */
export const differenceQuery = (
  { portfolioId, mode, revision }: Comparison,
  toPositions: () => PositionsToCompare['positions'],
) =>
  queryOptions({
    // Named like every other question about a portfolio, so that a change of it makes the answer old.
    queryKey: [compareImport.path, { params: { portfolioId } }, mode, revision],
    queryFn: async ({ signal }) => {
      // Drawing, gathering 20,000 rows and writing them down each take a while: not all in one task of the page.
      await nextTask()
      const positions = toPositions()
      await nextTask()
      const input = { params: { portfolioId }, body: { positions, ...(mode && { mode }) }, signal }
      return readLargeAnswer('difference', await sendCall(compareImport, input, 'application/json'))
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    // Comparing two answers of 20,000 rows to keep equal parts takes longer than drawing the few in sight.
    structuralSharing: false,
  })

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
