// Tests: watch.test.ts

import { type WatchTerms, watchTermsSchema } from '@ballast/contract'
import { formatIsoDate } from '@ballast/quant'
import { addMessage } from '../../accounts/add-message.ts'
import type { Transaction } from '../../database/database.ts'
import { formatFigure } from '../../grounding/fact-text.ts'
import { toCloseInstant, toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import { explainFailedCheck } from '../../market-data/failures.ts'
import type { Parts } from '../../parts.ts'
import { type Finding, judgeRule, nameRule, TELLS_OF_END, TITLES } from './judge-rule.ts'
import { type LoadWatchedDependencies, loadWatched } from './load-watched.ts'
import { holdRule, listRulesOf, type StoredRule, updateRule } from './watch.repository.ts'

export interface CheckDependencies extends LoadWatchedDependencies, Pick<Parts, 'db' | 'portfolioReader'> {}

export interface CheckRequest {
  userId: string
  portfolioId: string
  ruleIds: readonly string[]
  /** True where somebody waits for the answer: then what is not known is said at once. */
  isAsked: boolean
  /** True where a price was reached while the exchange is open, after the day's check was made. */
  isReached?: boolean
  signal: AbortSignal
}

/** Wait after the close before a missing figure is reported; until then the next run tries again. */
const PATIENCE_MILLISECONDS = 6 * 3_600_000
const LINK = '/policies'

/**
 * Checks rules of one portfolio, and stores what was found with a message where it matters: both in one transaction, so that
 * nothing is left out and nothing is said twice.
 *
 * @throws AppError 404 when the user has no such portfolio; 503 as `loadWatched` does, before the day's patience is over
 */
export async function checkRules(deps: CheckDependencies, request: CheckRequest): Promise<void> {
  const { db, portfolioReader, clock, marketData } = deps
  const { userId, portfolioId, ruleIds, isAsked, isReached = false, signal } = request
  const { version, lots } = await portfolioReader.getHeld(userId, portfolioId)
  const on = await db.asUser(userId, (tx) => listRulesOf(tx, portfolioId))
  const wanted = on.filter(({ id }) => ruleIds.includes(id))
  if (wanted.length === 0) return
  const day = toLastFinishedTradingDay(clock.now())
  const waited = clock.now().getTime() - Date.parse(toCloseInstant(day))
  const isPatient = !isAsked && (isReached || waited < PATIENCE_MILLISECONDS)
  const terms = wanted.map((rule) => watchTermsSchema.parse(rule.terms))
  const load = loadWatched(deps, { userId, portfolioId, lots, terms, signal })
  const facts = await load.catch((error: unknown) => {
    if (isPatient || isAsked || signal.aborted) throw error
    return toUnknown(error)
  })
  for (const [place, rule] of wanted.entries()) {
    const found = 'sentence' in facts ? facts : judgeRule(terms[place] as WatchTerms, facts)
    if (found.state === 'unknown' && isPatient && rule.state !== 'unknown') continue
    const simulated = 'sentence' in facts ? marketData.status().simulated : facts.simulated
    const circumstances = { now: clock.now(), day: formatIsoDate(day), version, simulated, isAsked, isReached }
    await db.asUser(userId, (tx) => store(tx, rule, found, circumstances))
  }
}

function toUnknown(error: unknown): Finding {
  const reason = explainFailedCheck(error)
  return { state: 'unknown', sentence: `${reason[0]?.toUpperCase()}${reason.slice(1)}.`, subjects: [] }
}

interface Circumstances {
  now: Date
  /** Last finished trading day. */
  day: string
  /** Version of the portfolio that was looked at. */
  version: number
  simulated: boolean
  isAsked: boolean
  isReached: boolean
}

async function store(
  tx: Transaction,
  { id, userId, terms: asked }: StoredRule,
  found: Finding,
  { now, day, version, simulated, isAsked, isReached }: Circumstances,
): Promise<void> {
  const rule = await holdRule(tx, id)
  // Switched off or changed while it was checked: what was found answers another question.
  if (!rule.isOn || JSON.stringify(rule.terms) !== JSON.stringify(asked)) return
  // Its owner had it checked while the job did.
  if (!isAsked && !isReached && rule.checkedDay === day && rule.checkedVersion === String(version)) return
  await updateRule(tx, id, {
    state: found.state,
    finding: { sentence: found.sentence, subjects: found.subjects, simulated },
    checkedAt: now,
    checkedDay: day,
    checkedVersion: String(version),
    restingSince: null,
  })
  const terms = watchTermsSchema.parse(rule.terms)
  const title = findTitle(terms, rule, found)
  // Whoever has just asked reads the answer on the screen.
  if (title === null || (isAsked && found.state !== 'met')) return
  const since = rule.checkedDay === null ? '' : ` Not checked since ${formatFigure(rule.checkedDay, 'date')}.`
  await addMessage(tx, {
    userId,
    kind: 'watch',
    mutedChannelIds: rule.mutedChannels,
    eventKey: `watch ${id} ${found.state} ${now.toISOString()}`,
    title,
    text: `${nameRule(terms)}. ${found.sentence}${found.state === 'unknown' ? since : ''}`,
    portfolioId: rule.portfolioId,
    link: LINK,
    now,
  })
}

/** @returns null where there is nothing to tell */
function findTitle({ kind }: WatchTerms, before: StoredRule, found: Finding): string | null {
  const isNew = found.state !== before.state
  if (found.state === 'unknown') return isNew ? 'A watch rule could not be checked' : null
  if (found.state === 'met') {
    const known = new Set(before.finding?.subjects)
    return isNew || found.subjects.some((subject) => !known.has(subject)) ? TITLES[kind] : null
  }
  return before.state === 'met' && TELLS_OF_END.has(kind) ? 'Back within your limit' : null
}
