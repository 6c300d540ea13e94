// Tests: digest.test.ts

import { formatIsoDate } from '@ballast/quant'
import { addMessage } from '../../accounts/add-message.ts'
import type { Job } from '../../jobs/job-runner.ts'
import { toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import type { Parts } from '../../parts.ts'
import { findSettings, listDueDigests, saveSettings } from './channels.repository.ts'
import { countWeek, listWatchedPolicies, listWatching, type WatchedPolicy } from './digest.repository.ts'
import { findNextDigest } from './local-time.ts'

const EVERY_MILLISECONDS = 5 * 60_000
const WEEK_MILLISECONDS = 7 * 86_400_000
const DATE = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })

export interface Week {
  policies: readonly Pick<WatchedPolicy, 'state' | 'checkedDay'>[]
  /** Watch rules that are switched on. */
  rules: readonly { state: 'quiet' | 'met' | 'unknown' | null; checkedDay: string | null }[]
  checks: number
  messages: number
  /** The last finished trading day, YYYY-MM-DD: a policy that was not checked for it has waited. */
  day: string
}

/** The week in sentences: what was checked, what holds, and what was not checked since when. */
export function describeWeek({ policies, rules, checks, messages, day }: Week): string {
  if (policies.length + rules.length === 0)
    return 'You have no open policies or watch rules, so there was nothing to check.'
  return [
    ...(policies.length > 0 ? describePolicies(policies, checks, day) : []),
    ...(rules.length > 0 ? describeRules(rules, day) : []),
    messages === 0
      ? 'There were no other messages.'
      : `There ${messages === 1 ? 'was' : 'were'} ${countOf(messages, 'message')}.`,
  ].join(' ')
}

function describePolicies(policies: Week['policies'], checks: number, day: string): string[] {
  const holding = policies.filter(({ state }) => state === 'holds').length
  const late = policies.filter(({ checkedDay }) => checkedDay === null || checkedDay < day)
  const oldest = late.map(({ checkedDay }) => checkedDay).toSorted()[0]
  const since = oldest === undefined || oldest === null ? 'yet' : `since ${DATE.format(new Date(oldest))}`
  return [
    `Ballast made ${countOf(checks, 'check')} of your ${countOf(policies.length, 'open policy', 'open policies')} in the last 7 days.`,
    holding === policies.length
      ? 'All of them hold their limit.'
      : `${holding} of ${policies.length} ${holding === 1 ? 'holds its' : 'hold their'} limit. Open the others to see what to do.`,
    ...(late.length > 0 ? [`${countOf(late.length, 'policy was', 'policies were')} not checked ${since}.`] : []),
  ]
}

function describeRules(rules: Week['rules'], day: string): string[] {
  const met = rules.filter(({ state }) => state === 'met').length
  const late = rules.filter(({ state, checkedDay }) => state === 'unknown' || checkedDay === null || checkedDay < day)
  const alerts = met === 0 ? 'none has an alert' : `${met} ${met === 1 ? 'has' : 'have'} an alert`
  return [
    `You have ${countOf(rules.length, 'watch rule')}: ${alerts}.`,
    ...(late.length > 0 ? [`${countOf(late.length, 'watch rule was', 'watch rules were')} not checked.`] : []),
  ]
}

const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** Writes the weekly digest of each user who wants one, on Monday at 8:00 on their clock, even if nothing happened. */
export function createDigestJob({ db, clock }: Pick<Parts, 'db' | 'clock'>): Job {
  async function write(userId: string): Promise<void> {
    const now = clock.now()
    await db.asUser(userId, async (tx) => {
      const settings = await findSettings(tx)
      const due = settings?.nextDigestAt
      // Switched off, or written by another process, since the list was made.
      if (!due || due > now) return
      const policies = await listWatchedPolicies(tx)
      const rules = await listWatching(tx)
      const { checks, messages } = await countWeek(tx, new Date(now.getTime() - WEEK_MILLISECONDS))
      await saveSettings(tx, Object.assign(settings, { nextDigestAt: findNextDigest(now, settings.timeZone) }))
      await addMessage(tx, {
        userId,
        kind: 'digest',
        eventKey: `digest ${due.toISOString()}`,
        title: 'Your week with Ballast',
        text: describeWeek({ policies, rules, checks, messages, day: formatIsoDate(toLastFinishedTradingDay(now)) }),
        link: '/policies',
        now,
      })
    })
  }

  return {
    name: 'digest',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run(signal) {
      for (const userId of await db.asSystem((tx) => listDueDigests(tx, clock.now()))) {
        if (signal.aborted) return
        await write(userId)
      }
    },
  }
}
