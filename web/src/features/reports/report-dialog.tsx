// Tests: e2e/report.e2e.ts

import { getReportFile, REPORT_LIMITS, type ReportLink, type ReportPaper, toCallUrl } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { CopyLink } from '../../components/copy-link.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { formatDate } from '../../lib/format.ts'
import { useMarketDataStatus } from '../../lib/market-data-status.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { reportLinksQuery, useCreateReportLink, useRevokeReportLink } from './reports.queries.ts'

const [, USUAL_DAYS] = REPORT_LIMITS.lifetimeDays

/** A report as a file or behind a link, and the links that there are. */
export function ReportDialog({ portfolioId, onClose }: { portfolioId: string; onClose: () => void }) {
  const [paper, setPaper] = useState<ReportPaper>('a4')
  const [isHidden, setHidden] = useState(false)
  const amounts = isHidden ? 'hidden' : 'shown'
  // A public demo shows nothing to others.
  const isDemo = useMarketDataStatus().data?.isDemo
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Report"
      description="It shows what this portfolio could lose, and what it costs not to. It names no person and no account."
      layout="sheet"
    >
      <div className="grid gap-5">
        <Checkbox label="Hide amounts: show percentages only" checked={isHidden} onCheckedChange={setHidden} />
        <div className="flex items-end gap-2">
          <Field label="Paper">
            <Select value={paper} onChange={({ target }) => setPaper(target.value as ReportPaper)}>
              <option value="a4">A4</option>
              <option value="letter">Letter</option>
            </Select>
          </Field>
          <Button asChild className="h-11 sm:h-9">
            <a href={toCallUrl(getReportFile, { params: { portfolioId }, query: { paper, amounts } })} download>
              <Download aria-hidden="true" />
              Download PDF
            </a>
          </Button>
        </div>
        {!isDemo && (
          <>
            <NewLink key={amounts} portfolioId={portfolioId} amounts={amounts} />
            <Links portfolioId={portfolioId} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function NewLink({ portfolioId, amounts }: { portfolioId: string; amounts: 'shown' | 'hidden' }) {
  const create = useCreateReportLink(portfolioId)
  const [days, setDays] = useState<(typeof REPORT_LIMITS.lifetimeDays)[number]>(USUAL_DAYS)
  return (
    <div className="grid gap-3 border-t pt-5">
      <p className="text-body">
        Anyone who has the link can read the report as it is now. It does not open your portfolio.
      </p>
      <div className="flex items-end gap-2">
        <Field label="Link ends after">
          <Select value={days} onChange={({ target }) => setDays(Number(target.value) as typeof days)}>
            <Options of={REPORT_LIMITS.lifetimeDays.map((count) => [count, `${count} days`])} />
          </Select>
        </Field>
        <Button
          className="h-11 sm:h-9"
          busy={create.isPending}
          busyLabel="Creating..."
          onClick={() => create.mutate({ amounts, lifetimeDays: days })}
        >
          Create link
        </Button>
      </div>
      <FailureText>{create.error && toUserMessage(create.error, 'Failed to create the link')}</FailureText>
      {create.data && <CopyLink url={create.data.url} hint="It is shown only now. Copy it." />}
    </div>
  )
}

function Links({ portfolioId }: { portfolioId: string }) {
  const links = useQuery(reportLinksQuery(portfolioId))
  const revoke = useRevokeReportLink(portfolioId)
  if (links.error && !links.data) {
    return <LoadFailure title="Failed to load the links" fallback="The server could not be reached." query={links} />
  }
  if (!links.data || links.data.length === 0) return null
  return (
    <section aria-labelledby="report-links" className="grid gap-3 border-t pt-5">
      <h3 id="report-links" className="text-title">
        Links that work
      </h3>
      <ul className="grid gap-3">
        {links.data.map((link) => (
          <li key={link.id} className="flex items-center justify-between gap-3">
            <span className="text-body">{describeLink(link)}</span>
            <Button
              size="sm"
              className="text-destructive"
              aria-label={`Revoke the link made ${formatDate(link.createdAt)}`}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(link.id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <FailureText>{revoke.error && toUserMessage(revoke.error, 'Failed to revoke the link')}</FailureText>
    </section>
  )
}

const describeLink = ({ createdAt, expiresAt, hidesAmounts }: ReportLink) =>
  `Made ${formatDate(createdAt)}, ends ${formatDate(expiresAt)}, amounts ${hidesAmounts ? 'hidden' : 'shown'}`
