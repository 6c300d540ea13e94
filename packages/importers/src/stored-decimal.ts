// Tests: file-fixtures.test.ts, samples.test.ts

import { LIMITS } from '@ballast/contract'
import { Big } from 'big.js'

/** Decimals whose divisions keep the places that are stored. Places are a setting of a constructor, so this is one of its own. */
export const StoredDecimal = Big()
StoredDecimal.DP = LIMITS.decimals
StoredDecimal.RM = StoredDecimal.roundHalfEven
