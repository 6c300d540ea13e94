// Tests: e2e/manage.e2e.ts, e2e/groups.e2e.ts

import type { Portfolio } from '@ballast/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { DetailScreen } from '../components/shell/detail-screen.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'

interface PortfoliosFrameProps {
  title: string
  subtitle: string
  loadingLabel: string
  query: UseQueryResult<readonly Portfolio[]>
  children: (portfolios: readonly Portfolio[]) => ReactNode
}

/** Frame of a screen where portfolios are changed, with the way back to their overview. */
export function PortfoliosFrame(props: PortfoliosFrameProps) {
  return (
    <DetailScreen
      {...props}
      back={
        <Link to="/">
          <ArrowLeft aria-hidden="true" />
          Portfolio Overview
        </Link>
      }
      failure={{
        title: 'Failed to load portfolios',
        fallback: 'The server could not be reached. Your portfolios are safe.',
      }}
      skeleton={<Skeleton className="h-[480px] w-full rounded-card" />}
    />
  )
}
