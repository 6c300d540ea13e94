// Tests: review-views.test.ts

import type { ImportReview, ImportSource, LineVerdict } from '@ballast/contract'
import type { BadgeTone } from '../../components/ui/badge.tsx'
import { countOf, formatDate } from '../../lib/format.ts'

const ORIGINS: Record<ImportReview['origin'], string> = { image: 'image', file: 'file', text: 'text' }

/** The line under the review's heading; the specified words, with what the positions came from. */
export function describeReview(origin: ImportReview['origin']): string {
  return `Please review and edit the positions extracted from your ${ORIGINS[origin]}`
}

/** `13 positions from 3 images. An empty cost is saved as unknown.` */
export function describeRows(
  rowCount: number,
  review: Pick<ImportReview, 'origin' | 'sources' | 'imageCount'>,
): string {
  const { origin, sources, imageCount } = review
  const from = origin === 'text' ? 'your text' : countOf(imageCount || sources.length, origin)
  return `${countOf(rowCount, 'position')} from ${from}. An empty cost is saved as unknown.`
}

/** `2 need a look`, `1 needs a look`. */
export function describeNeedingLook(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'needs' : 'need'} a look`
}

/** `Recognised: Fidelity positions, as of Nov 20, 2026`: what a source was recognised as, and how far it reaches. */
export function describeSource(source: ImportSource, readAt: string): string {
  const { format, content, asOf, knownFrom, kind } = source
  const parts = [format ? `Recognised: ${format}` : kind === 'image' ? 'Image' : 'Unknown layout']
  if (asOf) parts.push(`as of ${formatDate(asOf)}`)
  const text = `${parts.join(', ')}${describeAge(asOf, readAt)}`
  if (content !== 'activity') return text
  const since = knownFrom
    ? `This history knows from ${formatDate(knownFrom)}; what was held before is not in it.`
    : 'Positions from before its first line are not in this history.'
  return `${text}. ${since}`
}

const OLD_DAYS = 35
const DAYS_PER_MONTH = 30.44

/** Whatever was bought or sold since is not in a file that is months old. */
function describeAge(asOf: string | null, readAt: string): string {
  const days = asOf === null ? 0 : (Date.parse(readAt) - Date.parse(asOf)) / 86_400_000
  if (days < OLD_DAYS) return ''
  const months = Math.round(days / DAYS_PER_MONTH)
  return `: ${countOf(months, 'month')} old. Later purchases and sales are not in it`
}

export const VERDICTS: Readonly<Record<LineVerdict, { label: string; tone: BadgeTone }>> = {
  position: { label: 'Position', tone: 'default' },
  option: { label: 'Option', tone: 'default' },
  bond: { label: 'Bond', tone: 'warning' },
  cash: { label: 'Cash', tone: 'default' },
  'money-fund': { label: 'Money fund', tone: 'default' },
  pending: { label: 'Pending', tone: 'warning' },
  transaction: { label: 'Transaction', tone: 'default' },
  total: { label: 'Total', tone: 'secondary' },
  header: { label: 'Header', tone: 'secondary' },
  account: { label: 'Account', tone: 'secondary' },
  footer: { label: 'Footer', tone: 'secondary' },
  blank: { label: 'Blank', tone: 'secondary' },
  'not-understood': { label: 'Not understood', tone: 'destructive' },
}
