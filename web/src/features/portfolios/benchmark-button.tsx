// Tests: benchmark-dialog.test.tsx, e2e/benchmark.e2e.ts

import type { Portfolio } from '@ballast/contract'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { nameForPeople } from './benchmark-presets.ts'

const BenchmarkDialog = lazy(async () => ({ default: (await import('./benchmark-dialog.tsx')).BenchmarkDialog }))

/** Says what a portfolio is compared with, and opens the choice of something else. */
export function BenchmarkButton({ portfolio }: { portfolio: Portfolio }) {
  const [isOpen, setOpen] = useState(false)
  const words = (
    <span className="truncate">
      <span className="text-muted-foreground">Compared with</span> {nameForPeople(portfolio.benchmark)}
    </span>
  )
  // Its owner chooses.
  if (portfolio.sharedBy !== undefined) return words
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="max-w-full justify-self-start max-sm:h-11"
        title="Choose what the portfolio is compared with"
        onClick={() => setOpen(true)}
      >
        {words}
        <ChevronDown aria-hidden="true" />
      </Button>
      {isOpen && (
        <Suspense>
          <BenchmarkDialog portfolio={portfolio} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
