// Tests: e2e/what-if.e2e.ts

import { type Portfolio, toPortfolioId } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { portfoliosQuery } from '../features/portfolios/portfolios.queries.ts'
import { isWhatIf } from '../lib/is-what-if.ts'

/** The portfolios, and first the what-if that stands in the address, which screens read like one of them. */
export function useViewedPortfolios() {
  const { whatIf: id } = useSearch({ strict: false })
  const select = useCallback((portfolios: Portfolio[]) => addWhatIf(portfolios, id), [id])
  return useQuery({ ...portfoliosQuery, select })
}

/** A what-if of a portfolio that is not among these is passed over. */
function addWhatIf(portfolios: Portfolio[], id: string | undefined): Portfolio[] {
  if (!id || !isWhatIf(id)) return portfolios
  const base = portfolios.find((portfolio) => portfolio.id === toPortfolioId(id))
  return base ? [{ ...base, id, name: `${base.name} (what if)` }, ...portfolios] : portfolios
}
