import {
  analyzeHedges,
  type HedgeAnalysis,
  type HedgeCrisis,
  type HedgeRequestBody,
  type HedgeStrategy,
  isSampleHeld,
  type User,
} from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { ShieldQuestion } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { OverResult } from '../../components/over-result.tsx'
import { RefusalCard } from '../../components/plans/refusal-cards.tsx'
import { Card, Folds } from '../../components/ui/card.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading } from '../../components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../components/ui/state-message.tsx'
import { cn } from '../../lib/class-names.ts'
import { toPlanRefusal } from '../../lib/plan-refusal.ts'
import { usePaidRun } from '../../lib/refused-run.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { HedgeResult } from './hedge-result.tsx'
import { analysesQuery, analysisQuery, useHedgeRun } from './hedges.queries.ts'
import { HistoryCard } from './history-card.tsx'
import { RequestCard } from './request-card.tsx'
import {
  EMPTY_REQUEST,
  type RequestForm,
  toBlockRequest,
  toRequestBody,
  toSameRequest,
  toStandards,
} from './request-view.ts'
import { HedgesSkeleton, RunCard } from './run-card.tsx'
import { type Choice, useChosenStrategy } from './use-chosen-strategy.ts'
import { positionsQuery, useRequestReading } from './use-request-reading.ts'

interface HedgesPageProps {
  /** A page is of one portfolio: another one gets a page of its own, which begins without a result. */
  portfolioId: string
  user: User | undefined
  /** The words that were kept from an earlier visit. */
  savedPrompt: string
  onPromptSave: (prompt: string) => void
  /** Renders further actions for a ticket next to copying it. */
  ticketActions?: ((analysis: HedgeAnalysis, strategy: HedgeStrategy) => ReactNode) | undefined
  /** The ticket by account. */
  ticketSplit?: ((analysis: HedgeAnalysis, strategy: HedgeStrategy) => ReactNode) | undefined
  /** A way to see a hedge before paying for one. */
  trial?: ReactNode
  /** A past crisis to protect against, chosen on the way here. */
  crisisId?: HedgeCrisis | undefined
  /** Holdings that alone may be sold or capped, with options on single names, chosen on the way here. */
  block?: readonly string[] | undefined
}

/** From a portfolio to the cheapest protection that holds. */
export function HedgesPage(props: HedgesPageProps) {
  const { portfolioId, user, savedPrompt, onPromptSave, ticketActions, ticketSplit, trial, crisisId, block } = props
  const [typed, setTyped] = useState<RequestForm | null>(null)
  const { data: positions } = useQuery(positionsQuery(portfolioId))
  const ofBlock = block && positions ? toBlockRequest(block, positions) : {}
  const form = typed ?? { ...EMPTY_REQUEST, prompt: savedPrompt, crisisId: crisisId ?? '', ...ofBlock }
  const reading = useRequestReading(portfolioId, form.prompt)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const run = useHedgeRun(portfolioId)
  const list = useQuery(analysesQuery(portfolioId))
  const entries = list.data ?? []
  const shownId = entries.some(({ analysisId }) => analysisId === openedId)
    ? openedId
    : (entries[0]?.analysisId ?? null)
  const stored = useQuery({ ...analysisQuery(portfolioId, shownId ?? ''), enabled: shownId !== null })
  // An answer about another portfolio is never shown, whatever brought it here.
  const analysis = stored.data?.portfolioId === portfolioId ? stored.data : undefined
  const readBefore = useRequestReading(portfolioId, analysis?.request.customPrompt ?? '')
  const choice = useChosenStrategy(analysis)
  const standards = toStandards(analysis)
  const running = run.status === 'running'
  const analyze = async (body: HedgeRequestBody) => {
    const result = await run.start(body)
    if (result) setOpenedId(result.analysisId)
  }
  usePaidRun(
    analyzeHedges,
    ({ params }) => params.portfolioId === portfolioId,
    ({ body }) => void analyze(body),
  )
  const history = useMemo(
    () => <HistoryCard portfolioId={portfolioId} entries={list.data ?? []} shown={analysis} onOpen={setOpenedId} />,
    [portfolioId, list.data, analysis],
  )
  const toBody = () => toRequestBody(form, reading, standards)
  const refresh = () => {
    const isUnsaid = Object.keys(toRequestBody(form, reading)).length === 0
    void analyze(analysis && isUnsaid ? toSameRequest(analysis, readBefore) : toBody())
  }
  // A slider changes the form with each pixel; the result below must not be drawn anew for it.
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  const onRefresh = useCallback(() => latest.current(), [])
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <RequestCard
        startsOpen={crisisId !== undefined || block !== undefined}
        analysis={analysis}
        standards={standards}
        onShowTicket={choice.showTicket}
        user={user}
        isFree={positions !== undefined && isSampleHeld(positions)}
        form={form}
        reading={reading}
        onChange={setTyped}
        running={running}
        onAnalyze={(body) => void analyze(body)}
        onStop={run.stop}
        onPromptSave={(prompt) => prompt !== savedPrompt && onPromptSave(prompt)}
      />
      {((running && !analysis) || run.status === 'stopped') && <RunCard steps={run.steps} isRunning={running} />}
      {run.status === 'failed' && <Failure error={run.error} trial={trial} onRetry={() => void analyze(toBody())} />}
      <OverResult isShown={running && analysis !== undefined} steps={<RunCard steps={run.steps} isRunning={true} />}>
        <Stored
          list={list}
          stored={stored}
          shownId={shownId}
          analysis={analysis}
          running={running}
          isQuiet={run.status !== 'idle' && run.status !== 'done'}
          onRefresh={onRefresh}
          choice={choice}
          history={history}
          ticketActions={ticketActions}
          ticketSplit={ticketSplit}
        />
      </OverResult>
      {!analysis && stored.error && <Folds>{history}</Folds>}
    </div>
  )
}

function Failure({ error, trial, onRetry }: { error: unknown; trial: ReactNode; onRetry: () => void }) {
  const refusal = toPlanRefusal(error)
  if (refusal) return <RefusalCard feature="hedge_analysis" refusal={refusal} trial={trial} />
  const fallback = 'Failed to analyze portfolio'
  const message = toUserMessage(error, fallback)
  return (
    <Card>
      <ErrorState title={fallback} {...(message !== fallback && { text: message })} onRetry={onRetry} />
    </Card>
  )
}

interface Request {
  data: unknown
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface StoredProps extends Pick<HedgesPageProps, 'ticketActions' | 'ticketSplit'> {
  list: Request
  stored: Request
  shownId: string | null
  analysis: HedgeAnalysis | undefined
  running: boolean
  /** Something else already says what is going on. */
  isQuiet: boolean
  onRefresh: () => void
  choice: Choice
  history: ReactNode
}

/** The analysis that is kept for the portfolio, or what stands in its place. */
function Stored({
  list,
  stored,
  shownId,
  analysis,
  running,
  isQuiet,
  onRefresh,
  choice,
  history,
  ticketActions,
  ticketSplit,
}: StoredProps) {
  const failed = list.error && !list.data ? list : stored.error && !stored.data ? stored : null
  if (failed) {
    return (
      <Card>
        <LoadFailure
          title="Failed to load the last analysis"
          fallback="The server could not be reached. A new analysis can still be made."
          query={failed}
        />
      </Card>
    )
  }
  if (list.data && shownId === null) {
    if (isQuiet) return null
    return (
      <Card>
        <EmptyState
          icon={ShieldQuestion}
          title="Find the cheapest protection that holds"
          text="Analyze Portfolio shows what your portfolio could lose, what limits that, and what each way costs."
        />
      </Card>
    )
  }
  return (
    <Loading pending={!analysis} label="Loading the last analysis" skeleton={<HedgesSkeleton />}>
      {() =>
        analysis && (
          <div
            aria-busy={running || undefined}
            className={cn('min-w-0 transition-opacity duration-180', running && 'opacity-50')}
          >
            <HedgeResult
              key={analysis.analysisId}
              analysis={analysis}
              running={running}
              onRefresh={onRefresh}
              choice={choice}
              history={history}
              ticketActions={ticketActions}
              ticketSplit={ticketSplit}
            />
          </div>
        )
      }
    </Loading>
  )
}
