// Tests: upload-card.test.tsx

import {
  ApiError,
  createImport,
  extractImage,
  getImageModel,
  type ImportReview,
  listPortfolios,
  uploadPortfolio,
} from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { showError, showSuccess } from '../../components/ui/toast.tsx'
import { apiQuery, callApi, sendCall } from '../../lib/call-api.ts'
import { readLargeAnswer } from '../../lib/read-large-answer.ts'
import { renewBooks } from '../../lib/renew-portfolio.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useEventStream } from '../../lib/use-event-stream.ts'

export type SavedPortfolio = z.output<typeof uploadPortfolio.response>

interface PortfolioText {
  name: string
  /** The raw CSV or JSON text. */
  data: string
}

/**
 * Saves a text as a new portfolio and tells how it went.
 *
 * @param onSaved called once the list of portfolios has it too, even when the card that sent it is gone by then
 */
export function useUploadPortfolio(onSaved: (saved: SavedPortfolio) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PortfolioText) => callApi(uploadPortfolio, { body }),
    onSuccess: async (saved) => {
      await Promise.all([client.invalidateQueries({ queryKey: [listPortfolios.path] }), renewBooks(client)])
      showSuccess({
        title: 'Portfolio uploaded successfully',
        description: 'Your portfolio has been created and positions have been added.',
      })
      onSaved(saved)
    },
    onError: (error) =>
      showError({ title: 'Upload failed', description: toUserMessage(error, 'Failed to upload portfolio') }),
  })
}

/** Source to be read for review: a text, or files as they are. */
export type SourceToRead = { text: string } | { files: readonly File[] }

/** Has a text or files read by the importers; nothing is stored as a portfolio. */
export function useReadForReview(onRead: (review: ImportReview) => void) {
  return useMutation({
    mutationFn: async (source: SourceToRead) => {
      const input = 'text' in source ? { body: source } : { form: toForm(createImport.filesField, source.files) }
      return readLargeAnswer('review', await sendCall(createImport, input, 'application/json'))
    },
    onSuccess: (review) => {
      const nothing = describeNothing(review)
      if (nothing) return showError({ title: 'Upload failed', description: nothing })
      showSuccess({
        title: 'Positions extracted',
        description: `Found ${review.positions.length.toLocaleString('en-US')} positions from your ${review.origin}. Please review and confirm.`,
      })
      onRead(review)
    },
    onError: (error) =>
      showError({ title: 'Upload failed', description: toUserMessage(error, 'Failed to upload portfolio') }),
  })
}

/** Why there is nothing to review; undefined when there is, or when the columns have to be told first. */
function describeNothing({ positions, mapping, problems }: ImportReview): string | undefined {
  if (positions.length > 0 || mapping !== null) return undefined
  return problems[0]?.message ?? 'No positions were found in it.'
}

/** The language model that may look at images, if the server has one. */
export const imageModelQuery = apiQuery(getImageModel)

/** Has images read, with the progress of each. */
export function useExtractImages(onRead: (review: ImportReview) => void) {
  const { start, ...stream } = useEventStream(extractImage)
  /** @param withModel the person let the server's language model look at these images too */
  const extract = async (images: readonly File[], withModel: boolean) => {
    if (images.length === 0) {
      return showError({ title: 'Missing files', description: 'Please select at least one image file' })
    }
    const { result, error } = await start({
      form: toForm(extractImage.filesField, images),
      query: withModel ? { withModel: 'yes' } : {},
    })
    if (error !== undefined) return showError({ title: 'Extraction failed', description: toExtractionMessage(error) })
    if (!result) return
    showSuccess({
      title: 'Positions extracted',
      description: `Found ${result.positions.length} positions from ${result.imageCount} image(s). Please review and confirm.`,
    })
    onRead(result)
  }
  return { ...stream, extract }
}

/** The server's `details` or `error`; a body that is no JSON says nothing that people should read. */
export function toExtractionMessage(error: unknown): string {
  const isForeign = error instanceof ApiError && !error.body
  return isForeign
    ? 'Server error occurred. Please try again.'
    : toUserMessage(error, 'Failed to extract portfolio from images')
}

function toForm(field: string, files: readonly File[]): FormData {
  const form = new FormData()
  for (const file of files) form.append(field, file, file.name)
  return form
}
