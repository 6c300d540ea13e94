import { toPortfolioId } from '@ballast/contract'

/** True for the id of a portfolio with changes that nobody made. */
export const isWhatIf = (id: string): boolean => toPortfolioId(id) !== id
