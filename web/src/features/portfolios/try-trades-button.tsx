// Tests: e2e/hedges.e2e.ts

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../components/ui/button.tsx'
import { positionsQuery } from './portfolios.queries.ts'
import { type Trade, tryTrades } from './what-if-form.ts'

interface TryTradesButtonProps {
  /** The portfolio, or the what-if that the trades come on top of. */
  portfolioId: string
  trades: readonly Trade[]
  /** In dollars. */
  fees: number
}

/** Shows the portfolio as if trades had been made. */
export function TryTradesButton({ portfolioId, trades, fees }: TryTradesButtonProps) {
  const positions = useQuery(positionsQuery(portfolioId))
  const navigate = useNavigate()
  const whatIf = positions.data && tryTrades(portfolioId, positions.data, trades, fees)
  if (trades.length === 0) return null
  return (
    <Button
      size="sm"
      disabled={whatIf === undefined}
      onClick={() => void navigate({ to: '/dashboard', search: { whatIf } })}
    >
      What if I Had It
    </Button>
  )
}
