import { FirstRun } from '../features/upload/first-run.tsx'
import { SampleCard } from '../features/upload/sample-card.tsx'
import type { SavedPortfolio } from '../features/upload/upload.queries.ts'
import { useImportAddress } from './-import-address.ts'
import { UploadDesk } from './-upload-desk.tsx'

/** Content of every screen for a user without a portfolio. */
export function FirstRunScreen({ onUploaded }: { onUploaded: (saved: SavedPortfolio) => void }) {
  const { importId } = useImportAddress()
  return (
    <FirstRun isReviewing={importId !== undefined}>
      <UploadDesk onUploaded={onUploaded} beside={<SampleCard onLoaded={onUploaded} />} />
    </FirstRun>
  )
}
