// Tests: e2e/hedges.e2e.ts

import { type Portfolio, SAMPLE_PORTFOLIOS } from '@ballast/contract'
import { Button } from '../../components/ui/button.tsx'
import { isSamplePortfolio } from './is-sample-portfolio.ts'
import { useUploadPortfolio } from './upload.queries.ts'

interface TrySampleButtonProps {
  portfolios: readonly Portfolio[]
  /** A sample portfolio is there: the one that was loaded before, or a new one. */
  onSample: (portfolioId: string) => void
}

/** Shows on a sample portfolio what a plan is paid for on one's own. */
export function TrySampleButton({ portfolios, onSample }: TrySampleButtonProps) {
  const upload = useUploadPortfolio(({ id }) => onSample(id))
  const [sample] = SAMPLE_PORTFOLIOS
  const loaded = portfolios.find(isSamplePortfolio)
  return (
    sample && (
      <Button
        busy={upload.isPending}
        busyLabel="Loading..."
        onClick={() => (loaded ? onSample(loaded.id) : upload.mutate({ name: sample.name, data: sample.csv }))}
      >
        Try It on a Sample, Free
      </Button>
    )
  )
}
