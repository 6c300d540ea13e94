import { listPortfolios, uploadPortfolio } from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { showError, showSuccess } from '../../components/ui/toast.tsx'
import { callApi } from '../../lib/call-api.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'

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
      await client.invalidateQueries({ queryKey: [listPortfolios.path] })
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
