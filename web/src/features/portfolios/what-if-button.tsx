// Tests: e2e/what-if.e2e.ts

import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'

const WhatIfDialog = lazy(async () => ({ default: (await import('./what-if-dialog.tsx')).WhatIfDialog }))

interface WhatIfButtonProps {
  /** The portfolio or the what-if to begin with. */
  portfolioId: string
  label?: string
}

/** Opens the changes that one wants to look at. */
export function WhatIfButton({ portfolioId, label = 'What If' }: WhatIfButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="max-sm:h-11" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <WhatIfDialog portfolioId={portfolioId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
