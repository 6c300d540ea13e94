import { listPortfolios, uploadPortfolio } from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { callApi } from '../../lib/call-api.ts'

export type SavedPortfolio = z.output<typeof uploadPortfolio.response>

interface PortfolioText {
  name: string
  /** The raw CSV or JSON text. */
  data: string
}

/** Saves a text as a new portfolio; done when the list of portfolios has it too. */
export function useUploadPortfolio() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PortfolioText) => callApi(uploadPortfolio, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listPortfolios.path] }),
  })
}
