// Tests: e2e/sharing.e2e.ts

import type { Portfolio } from '@ballast/contract'

/** True for what its reader can change: neither several portfolios as one nor what another user shares. */
export const isOwnPortfolio = ({ isBook, sharedBy }: Pick<Portfolio, 'isBook' | 'sharedBy'>): boolean =>
  !isBook && sharedBy === undefined
