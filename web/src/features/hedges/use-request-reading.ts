// Tests: hedges-page.test.tsx

import { listPositions } from '@ballast/contract'
import { nameHoldings, type RequestReading, readRequest } from '@ballast/contract/hedge-request'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { apiQuery } from '../../lib/call-api.ts'

const NEW_YORK_DATE = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

export const positionsQuery = (portfolioId: string) => apiQuery(listPositions, { params: { portfolioId } })

/** An owner's words, read while they are typed; null while the portfolio's holdings are not known. */
export function useRequestReading(portfolioId: string, prompt: string): RequestReading | null {
  const { data: positions } = useQuery(positionsQuery(portfolioId))
  const subject = useMemo(() => {
    if (!positions) return null
    const securities = positions.filter(({ kind }) => kind === 'security')
    return { held: new Set(securities.map(({ ticker }) => ticker)), names: nameHoldings(securities) }
  }, [positions])
  const text = useDeferredValue(prompt)
  return useMemo(
    () => subject && readRequest(text, { ...subject, today: NEW_YORK_DATE.format(new Date()) }),
    [subject, text],
  )
}
