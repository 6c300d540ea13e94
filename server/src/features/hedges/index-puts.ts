import type { HedgeFamily } from '@ballast/quant'

/** Families whose ticket is the cheapest of an exact search over the puts of an index. */
export const INDEX_PUTS: ReadonlySet<HedgeFamily> = new Set(['index-put', 'put-spread'])
