import { listSplits } from '@ballast/contract'
import { apiQuery } from '../../lib/call-api.ts'

export const splitsQuery = (portfolioId: string) => apiQuery(listSplits, { params: { portfolioId } })
