import type { Portfolio } from '@ballast/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { Settings2, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { PageHead } from '../components/shell/page-head.tsx'
import { Button } from '../components/ui/button.tsx'
import { Notice } from '../components/ui/notice.tsx'
import { usePreferences } from '../features/account/preferences.queries.ts'
import { OverviewPage } from '../features/overview/overview-page.tsx'
import { OverviewSkeleton } from '../features/overview/overview-skeleton.tsx'
import { PortfolioSelector } from '../features/portfolios/portfolio-selector.tsx'
import { usePortfolioData } from '../features/portfolios/portfolios.queries.ts'
import { useSelectedPortfolio } from '../features/portfolios/use-selected-portfolio.ts'
import { isSamplePortfolio } from '../features/upload/is-sample-portfolio.ts'
import type { SavedPortfolio } from '../features/upload/upload.queries.ts'
import { UploadSection } from '../features/upload/upload-section.tsx'
import { PortfolioGate } from './-portfolio-gate.tsx'

const SAMPLE_HINT = 'sample-portfolio'

/** The Portfolio Overview, at `/` and `/dashboard`. */
export function DashboardScreen() {
  const [saved, setSaved] = useState<SavedPortfolio | undefined>(undefined)
  return (
    <PortfolioGate head={<Head />} skeleton={<OverviewSkeleton />} onFirstUploaded={setSaved}>
      {(portfolios) => <SelectedDashboard portfolios={portfolios} saved={saved} onSaved={setSaved} />}
    </PortfolioGate>
  )
}

interface SelectedDashboardProps {
  portfolios: readonly Portfolio[]
  saved: SavedPortfolio | undefined
  onSaved: (saved: SavedPortfolio | undefined) => void
}

function SelectedDashboard({ portfolios, saved, onSaved }: SelectedDashboardProps) {
  const { selected, select } = useSelectedPortfolio(portfolios)
  if (!selected) return null
  return (
    <FilledDashboard
      portfolios={portfolios}
      selected={selected}
      notes={saved?.id === selected.id ? saved.notes : []}
      onNotesRead={() => onSaved(undefined)}
      onSelect={select}
      onUploaded={(uploaded) => {
        onSaved(uploaded)
        select(uploaded.id)
      }}
    />
  )
}

interface FilledDashboardProps {
  portfolios: readonly Portfolio[]
  selected: Portfolio
  /** What the server understood differently from how it was written, while the upload is fresh. */
  notes: readonly string[]
  onNotesRead: () => void
  onSelect: (portfolioId: string) => void
  onUploaded: (saved: SavedPortfolio) => void
}

function FilledDashboard({ portfolios, selected, notes, onNotesRead, onSelect, onUploaded }: FilledDashboardProps) {
  const [uploadOpen, setUploadOpen] = useState(false)
  const uploadSection = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { preferences, update } = usePreferences()
  const { positions, prices, overview, refresh } = usePortfolioData(selected.id)

  const openUpload = () => {
    setUploadOpen(true)
    // After the section has grown, or the page would stop short of it.
    requestAnimationFrame(() => {
      uploadSection.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
      uploadSection.current?.querySelector('input')?.focus({ preventScroll: true })
    })
  }

  return (
    <>
      <Head
        actions={
          <>
            <PortfolioSelector portfolios={portfolios} selectedId={selected.id} onSelect={onSelect} />
            <Button className="max-sm:h-11" onClick={openUpload}>
              <Upload aria-hidden="true" />
              Upload
            </Button>
            <ManageLink portfolioId={selected.id} />
          </>
        }
      />
      <div className="grid min-w-0 gap-4">
        <Hints selected={selected} notes={notes} onNotesRead={onNotesRead} />
        <OverviewPage
          key={selected.id}
          portfolioId={selected.id}
          positions={positions}
          prices={prices}
          overview={overview}
          refreshing={refresh.isPending}
          onRefresh={() => refresh.mutate()}
          onOpenTicker={(ticker) => void navigate({ to: '/options', search: { ticker } })}
          sectorBasis={preferences?.sectorBasis ?? 'cost'}
          onSectorBasisChange={(sectorBasis) => update({ sectorBasis })}
          analysisLink={
            <Link to="/analysis" className="font-medium text-primary hover:underline">
              Open Analysis
            </Link>
          }
          emptyActions={
            <>
              <Button variant="primary" onClick={openUpload}>
                Upload Portfolio
              </Button>
              <Button asChild>
                <Link to="/portfolios/$portfolioId" params={{ portfolioId: selected.id }}>
                  Add positions
                </Link>
              </Button>
            </>
          }
        />
        <div ref={uploadSection} className="scroll-mt-[72px]">
          <UploadSection
            open={uploadOpen}
            onOpenChange={setUploadOpen}
            onUploaded={(saved) => {
              setUploadOpen(false)
              onUploaded(saved)
              window.scrollTo({ top: 0, behavior: 'smooth' })
            }}
          />
        </div>
      </div>
    </>
  )
}

function ManageLink({ portfolioId }: { portfolioId: string }) {
  return (
    <Button asChild size="icon" className="max-sm:size-11">
      <Link
        to="/portfolios/$portfolioId"
        params={{ portfolioId }}
        aria-label="Manage portfolio"
        title="Manage portfolio"
      >
        <Settings2 aria-hidden="true" />
      </Link>
    </Button>
  )
}

function Hints({ selected, notes, onNotesRead }: Pick<FilledDashboardProps, 'selected' | 'notes' | 'onNotesRead'>) {
  const { preferences, update } = usePreferences()
  // Until it is known what was dismissed, a hint that may have been is not shown.
  const dismissed = preferences?.dismissedHints
  return (
    <>
      {dismissed && !dismissed.includes(SAMPLE_HINT) && isSamplePortfolio(selected) && (
        <Notice onDismiss={() => update({ dismissedHints: [...dismissed, SAMPLE_HINT] })}>
          This is a sample. Try Analysis next, or upload your own.
        </Notice>
      )}
      {notes.length > 0 && (
        <Notice onDismiss={onNotesRead}>
          {notes.map((note) => (
            <span key={note} className="block">
              {note}
            </span>
          ))}
        </Notice>
      )}
    </>
  )
}

function Head({ actions }: { actions?: ReactNode }) {
  return (
    <PageHead title="Portfolio Overview" subtitle="Monitor and analyze your investment portfolio" actions={actions} />
  )
}
