import { getOffer } from '@ballast/contract'
import { apiQuery } from './call-api.ts'

/** What this installation offers beyond the plans: a trial, an address for support, a sandbox. Known to visitors too. */
export const offerQuery = apiQuery(getOffer)
