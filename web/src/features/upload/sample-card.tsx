import type { SampleId } from '@ballast/contract'
import { useState } from 'react'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { RadioTiles } from '../../components/ui/radio-tiles.tsx'
import { countOf, formatDate } from '../../lib/format.ts'
import { countPositions, DRAWN_SAMPLES, SAMPLE_VALUES_PERIOD } from './sample-portfolios.ts'
import { type SavedPortfolio, useUploadPortfolio } from './upload.queries.ts'

const PERIOD = `${formatDate(SAMPLE_VALUES_PERIOD.from)} to ${formatDate(SAMPLE_VALUES_PERIOD.to)}`

/** A portfolio for those who want to see first; one press saves it by the ordinary upload. */
export function SampleCard({ onLoaded }: { onLoaded: (saved: SavedPortfolio) => void }) {
  const [chosenId, setChosenId] = useState<SampleId>('core-growth')
  const upload = useUploadPortfolio(onLoaded)
  const chosen = DRAWN_SAMPLES.find(({ id }) => id === chosenId)
  if (!chosen) return null

  return (
    <Card
      title="Start with a sample portfolio"
      description="See every screen filled in. Remove it at any time."
      padded={false}
      className="flex flex-col"
      contentClassName="flex flex-1 flex-col"
    >
      {/* Takes what room the card beside it leaves, which grows with what is wrong with an upload. */}
      <Sparkline area values={chosen.values} className="w-full shrink-0 grow basis-[160px]" />
      <div className="grid gap-4 px-4 pb-4 sm:px-5 sm:pb-5">
        <p className="mt-2 text-caption text-subtle-foreground">
          {chosen.name} in the simulated market, {PERIOD}
        </p>
        <RadioTiles
          label="Sample portfolio"
          value={chosenId}
          onValueChange={setChosenId}
          options={DRAWN_SAMPLES.map((sample) => ({
            value: sample.id,
            title: sample.name,
            description: sample.description,
            aside: countOf(countPositions(sample), 'position'),
          }))}
        />
        <Button
          variant="primary"
          className="w-full"
          busy={upload.isPending}
          busyLabel="Loading..."
          onClick={() => upload.mutate({ name: chosen.name, data: chosen.csv })}
        >
          Load sample portfolio
        </Button>
      </div>
    </Card>
  )
}
