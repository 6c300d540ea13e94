// Tests: review-card.test.tsx

import type { ImportAccount, ImportReview } from '@ballast/contract'
import { CircleCheck, FileText, Info, TriangleAlert, Wallet } from 'lucide-react'
import { countOf, formatMoney } from '../../lib/format.ts'
import { describeSource } from './review-words.ts'

interface SourcesSummaryProps {
  review: Pick<ImportReview, 'sources' | 'accounts' | 'notes' | 'problems' | 'expiresAt'>
}

/** Says what was recognised, whether the sums agree with the broker's, and what there is to know before saving. */
export function SourcesSummary({ review }: SourcesSummaryProps) {
  const { sources, accounts } = review
  const problems = [...new Set(review.problems.map(({ message }) => message))]
  const notes = [...new Set(review.notes)]
  const told = sources.filter(({ format, asOf, content }) => format || asOf || content === 'activity')
  const reconciled = accounts.filter(({ statedTotal, account }) => statedTotal !== null || account !== null)
  if (told.length + reconciled.length + notes.length + problems.length === 0) return null
  return (
    <div className="grid gap-3 px-4 pb-4 text-[13px] leading-[18px] sm:px-5">
      {told.length > 0 && (
        <ul className="grid gap-1.5">
          {told.map((source, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may bear one name, and their order never changes
            <li key={index} className="flex items-start gap-2.5">
              <FileText aria-hidden="true" className="mt-px size-4 shrink-0 text-subtle-foreground" />
              <span className="min-w-0 break-words">
                {sources.length > 1 && <span className="font-medium">{source.name}: </span>}
                {describeSource(source, review.expiresAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {reconciled.length > 0 && (
        <ul aria-label="Accounts" className="grid max-h-[180px] gap-1.5 overflow-y-auto">
          {reconciled.map((account) => (
            <AccountLine key={`${account.account} ${account.currency}`} account={account} />
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <ul aria-label="Problems" className="grid max-h-[180px] gap-1.5 overflow-y-auto">
          {problems.map((message) => (
            <li key={message} className="flex items-start gap-2.5">
              <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0 text-warning" />
              <span className="min-w-0 break-words">{message}</span>
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul aria-label="Notes" className="grid max-h-[180px] gap-1.5 overflow-y-auto text-muted-foreground">
          {notes.map((note) => (
            <li key={note} className="flex items-start gap-2.5">
              <Info aria-hidden="true" className="mt-px size-4 shrink-0 text-primary" />
              <span className="min-w-0 break-words">{note}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function AccountLine({ account }: { account: ImportAccount }) {
  const { matches, sentence, positionCount, valueOfPositions, statedTotal, currency } = account
  const Icon = matches === null ? Wallet : matches ? CircleCheck : TriangleAlert
  const tone = matches === null ? 'text-subtle-foreground' : matches ? 'text-gain' : 'text-warning'
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className={`mt-px size-4 shrink-0 ${tone}`} />
      <span className="min-w-0 break-words">
        <span className="font-medium">{account.account ?? 'All positions'}</span>
        {statedTotal === null ? (
          <span className="text-muted-foreground">
            {`, ${countOf(positionCount, 'position')}`}
            {valueOfPositions !== null && `, ${formatMoney(valueOfPositions, { currency })}`}
          </span>
        ) : (
          <>
            {': '}
            <span className={tone}>{sentence}</span>
          </>
        )}
      </span>
    </li>
  )
}
