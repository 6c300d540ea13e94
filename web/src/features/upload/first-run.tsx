import { SampleCard } from './sample-card.tsx'
import type { SavedPortfolio } from './upload.queries.ts'
import { UploadCard } from './upload-card.tsx'

const STEPS = [
  { title: 'Add positions', text: 'Ticker, shares and average cost are enough.' },
  { title: 'See what it is worth', text: 'Prices, allocation and sectors at a glance.' },
  { title: 'Know the risk', text: 'Beta, volatility, drawdown and the largest risk.' },
] as const

interface FirstRunProps {
  onUploaded: (saved: SavedPortfolio) => void
}

/** What somebody without a portfolio sees: two ways to the first one, and what it leads to. */
export function FirstRun({ onUploaded }: FirstRunProps) {
  return (
    <div className="mx-auto max-w-[1080px] sm:pt-6">
      <div className="mb-6 text-center">
        <h2 className="text-h1-phone sm:text-h1">Upload a portfolio to get started</h2>
        <p className="text-balance font-normal text-muted-foreground text-title">
          A CSV file, a JSON file or a table pasted as text all work.
        </p>
      </div>
      <div className="grid items-stretch gap-4 lg:grid-cols-2">
        <UploadCard onUploaded={onUploaded} />
        <SampleCard onLoaded={onUploaded} />
      </div>
      <ol className="mt-7 grid gap-4 md:grid-cols-3">
        {STEPS.map((step, i) => (
          <li key={step.title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full border text-label text-muted-foreground"
            >
              {i + 1}
            </span>
            <div>
              <p className="font-semibold text-body">{step.title}</p>
              <p className="text-[13px] text-muted-foreground leading-[18px]">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
