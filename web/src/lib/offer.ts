import { getOffer } from '@ballast/contract'
import { apiQuery } from './call-api.ts'

/** Offer of this installation beyond the plans: a trial, an address for support, a sandbox. Known to visitors too. */
export const offerQuery = apiQuery(getOffer)
