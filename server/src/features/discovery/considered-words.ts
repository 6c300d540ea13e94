import type { ConsideredSide, RelationScan } from '@ballast/quant'

/** Why a side of a related asset gave no idea. */
export const CONSIDERED: Readonly<Record<ConsideredSide['rule'], string>> = {
  'no-chain': 'There is no option chain of it to choose from',
  'no-tradable-contract':
    'No contract between one and four months, and between slightly and well out of the money, has a clean quote and enough trade',
  'no-forecast': 'Its history is too short to forecast its volatility',
  'no-joint-history': 'It has too few days in common with the portfolio to draw paths from',
  'loses-on-bad-paths': 'After its cost it does not gain in the worst tenth of the portfolio’s simulated paths',
  'dearer-than-normal': 'It costs more than is normal for it, by more than the error of the forecast',
  'not-distinguishable-from-fair':
    'It does not protect the portfolio, and its price is not distinguishable from fair, so that there is nothing to speak for it',
  'too-large': 'A single contract costs too large a share of a portfolio of this size',
  'other-side-chosen': 'The other side of the same asset scores better',
  'list-full': 'Others of its kind score better, and at most two of a kind and eight in all are shown',
}

/** Why an asset with a history could not be looked at. */
export const SCAN_ABSENCES: Readonly<Record<RelationScan['leftOut'][number]['reason'], string>> = {
  'no-history': 'The provider has no history of it',
  'too-few-days': 'It has too few days in common with the portfolio',
}
