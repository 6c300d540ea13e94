// Tests: e2e/overview.e2e.ts

import { type Portfolio, toPortfolioId } from '@ballast/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { Settings2, Upload } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { PageHead } from '../components/shell/page-head.tsx'
import { Button } from '../components/ui/button.tsx'
import { ButtonLink } from '../components/ui/button-link.tsx'
import { Notice } from '../components/ui/notice.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { usePreferences } from '../features/account/preferences.queries.ts'
import { AskEntry } from '../features/ask/ask-entry.tsx'
import { OverviewPage } from '../features/overview/overview-page.tsx'
import { OverviewSkeleton } from '../features/overview/overview-skeleton.tsx'
import { BenchmarkButton } from '../features/portfolios/benchmark-button.tsx'
import { PortfolioSelector } from '../features/portfolios/portfolio-selector.tsx'
import { usePortfolioData } from '../features/portfolios/portfolios.queries.ts'
import { useSelectedPortfolio } from '../features/portfolios/use-selected-portfolio.ts'
import { SplitHint } from '../features/splits/split-hint.tsx'
import { isSamplePortfolio } from '../features/upload/is-sample-portfolio.ts'
import type { SavedPortfolio } from '../features/upload/upload.queries.ts'
import { UploadSection } from '../features/upload/upload-section.tsx'
import { isWhatIf } from '../lib/is-what-if.ts'
import { useImportAddress } from './-import-address.ts'
import { PortfolioGate } from './-portfolio-gate.tsx'

const SAMPLE_HINT = 'sample-portfolio'

// What comes only after a click, and what is seen only after a save.
const UploadDesk = lazy(async () => ({ default: (await import('./-upload-desk.tsx')).UploadDesk }))
const CrisisCard = lazy(async () => ({ default: (await import('../features/crisis/crisis-card.tsx')).CrisisCard }))
const ProtectionCard = lazy(async () => ({
  default: (await import('../features/policies/protection-card.tsx')).ProtectionCard,
}))
const PolicyProposals = lazy(async () => ({
  default: (await import('../features/policies/keep-policy.tsx')).PolicyProposals,
}))
const SavedNotice = lazy(async () => ({
  default: (await import('../features/portfolios/saved-notice.tsx')).SavedNotice,
}))

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
      saved={saved?.id === selected.id ? saved : undefined}
      onSavedRead={() => onSaved(undefined)}
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
  /** Portfolio that was just saved, until its notice was read. */
  saved: SavedPortfolio | undefined
  onSavedRead: () => void
  onSelect: (portfolioId: string) => void
  onUploaded: (saved: SavedPortfolio) => void
}

function FilledDashboard({ portfolios, selected, saved, onSavedRead, onSelect, onUploaded }: FilledDashboardProps) {
  const [uploadOpen, setUploadOpen] = useState(false)
  const isReviewing = useImportAddress().importId !== undefined
  const uploadSection = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { preferences, update } = usePreferences()
  const { positions, prices, overview, refresh } = usePortfolioData(selected)
  // A trial goes on where one was: the same choices, other figures.
  const screenKey = toPortfolioId(selected.id)
  const holdsOptions = positions.data?.some(({ kind }) => kind === 'option') === true
  const isEmpty = (positions.data?.length ?? selected.positionCount) === 0

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
          !isReviewing && (
            <>
              <PortfolioSelector portfolios={portfolios} selectedId={selected.id} onSelect={onSelect} />
              <Button className="max-sm:h-11" onClick={openUpload}>
                <Upload aria-hidden="true" />
                Upload
              </Button>
              {!isWhatIf(selected.id) && <ManageLink portfolio={selected} />}
            </>
          )
        }
      />
      {!isReviewing && !isEmpty && <AskEntry key={selected.id} screen="overview" portfolioId={selected.id} />}
      <div className="grid min-w-0 gap-4">
        {!isReviewing && (
          <>
            <Hints selected={selected} saved={saved} onSavedRead={onSavedRead} />
            {selected.isProtected && !isWhatIf(selected.id) && (
              <Suspense fallback={<Skeleton className="h-[332px] max-sm:h-[420px]" />}>
                <ProtectionCard
                  key={`protection ${selected.id}`}
                  portfolioIds={selected.memberIds ?? [selected.id]}
                  renderPolicyLink={renderPolicyLink}
                />
              </Suspense>
            )}
            {!isEmpty && (
              <Suspense fallback={<Skeleton className="h-[414px] max-lg:h-[868px]" />}>
                <CrisisCard key={screenKey} portfolioId={selected.id} renderHedgeLink={renderHedgeLink} />
              </Suspense>
            )}
            <OverviewPage
              key={`overview ${screenKey}`}
              portfolioId={selected.id}
              positions={positions}
              prices={prices}
              overview={overview}
              refreshing={refresh.isPending}
              onRefresh={() => refresh.mutate()}
              onOpenTicker={(ticker) => void navigate({ to: '/options', search: { ticker } })}
              sectorBasis={preferences?.sectorBasis ?? 'cost'}
              onSectorBasisChange={(sectorBasis) => update({ sectorBasis })}
              comparedWith={<BenchmarkButton portfolio={selected} />}
              riskLinks={
                <span className="flex gap-x-4 *:touch-target *:content-center">
                  <Link to="/hedges" className="font-medium text-primary hover:underline">
                    See hedges
                  </Link>
                  <Link to="/analysis" className="font-medium text-primary hover:underline">
                    Open Analysis
                  </Link>
                </span>
              }
              isEmptyGroup={selected.memberIds?.length === 0}
              emptyActions={
                selected.sharedBy !== undefined ? undefined : selected.isBook ? (
                  <ButtonLink variant="primary" to="/portfolios/groups">
                    Manage groups
                  </ButtonLink>
                ) : (
                  <>
                    <Button variant="primary" onClick={openUpload}>
                      Upload Portfolio
                    </Button>
                    <ButtonLink to="/portfolios/$portfolioId" params={{ portfolioId: selected.id }}>
                      Add positions
                    </ButtonLink>
                  </>
                )
              }
            />
            {/* It is known late, and would push down what is above. */}
            {holdsOptions && selected.sharedBy === undefined && !isWhatIf(selected.id) && (
              <Suspense>
                <PolicyProposals
                  key={`proposals ${selected.id}`}
                  portfolioId={selected.id}
                  onKept={(policyId) => void navigate({ to: '/policies/$policyId', params: { policyId } })}
                />
              </Suspense>
            )}
          </>
        )}
        <div ref={uploadSection} className="scroll-mt-[72px]">
          <UploadSection open={uploadOpen || isReviewing} onOpenChange={setUploadOpen}>
            {(closeButton) => (
              <UploadDesk
                takesFocus
                actions={closeButton}
                onUploaded={(uploaded) => {
                  setUploadOpen(false)
                  onUploaded(uploaded)
                  window.scrollTo({ top: 0, behavior: 'smooth' })
                }}
              />
            )}
          </UploadSection>
        </div>
      </div>
    </>
  )
}

function renderPolicyLink(policyId: string): ReactNode {
  return (
    <Link
      to="/policies/$policyId"
      params={{ policyId }}
      className="touch-target font-medium text-primary hover:underline"
    >
      Open the policy
    </Link>
  )
}

function renderHedgeLink(crisis: string): ReactNode {
  return (
    <ButtonLink variant="outline" to="/hedges" search={{ crisis }}>
      What Would Protection Cost?
    </ButtonLink>
  )
}

function ManageLink({ portfolio: { id, isBook, sharedBy } }: { portfolio: Portfolio }) {
  const label = isBook ? 'Manage groups' : sharedBy === undefined ? 'Manage portfolio' : 'About this shared portfolio'
  const shown = { 'aria-label': label, title: label, children: <Settings2 aria-hidden="true" /> }
  return (
    <Button asChild size="icon" className="max-sm:size-11">
      {isBook ? (
        <Link to="/portfolios/groups" {...shown} />
      ) : (
        <Link to="/portfolios/$portfolioId" params={{ portfolioId: id }} {...shown} />
      )}
    </Button>
  )
}

function Hints({ selected, saved, onSavedRead }: Pick<FilledDashboardProps, 'selected' | 'saved' | 'onSavedRead'>) {
  const { preferences, update } = usePreferences()
  // Until it is known what was dismissed, a hint that may have been is not shown.
  const dismissed = preferences?.dismissedHints
  const isSample = isSamplePortfolio(selected)
  return (
    <Suspense>
      {dismissed && !dismissed.includes(SAMPLE_HINT) && isSample && (
        <Notice onDismiss={() => update({ dismissedHints: [...dismissed, SAMPLE_HINT] })}>
          This is a sample. Try Analysis next, or upload your own.
        </Notice>
      )}
      {!isWhatIf(selected.id) && <SplitHint portfolioId={selected.id} />}
      {saved && !isSample && <SavedNotice key={saved.importId} saved={saved} onDismiss={onSavedRead} />}
    </Suspense>
  )
}

function Head({ actions }: { actions?: ReactNode }) {
  return (
    <PageHead title="Portfolio Overview" subtitle="Monitor and analyze your investment portfolio" actions={actions} />
  )
}
