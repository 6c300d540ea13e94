// Tests: notifications.test.ts

import { toOptionTerms } from '@ballast/contract'
import { formatIsoDate, isTradingDay } from '@ballast/quant'
import { hashToken, isTokenLike } from '../../accounts/opaque-token.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import { toCloseInstant, toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import { type CalendarEvent, toCalendarFile } from './calendar.ts'
import { findChannelBySecret } from './channels.repository.ts'
import { listWatchedPolicies, type WatchedPolicy } from './digest.repository.ts'

const SHOWN_CHECKS = 5

/**
 * Expiries of open policies and the next checks, for whoever knows the address. No names of people, portfolios or holdings.
 *
 * @param name the token, with or without `.ics`
 * @throws AppError 404 when the address is revoked, wrong, or its owner is not on PRO
 */
export async function getCalendarFile(
  { db, clock, config: { publicUrl } }: { db: Database; clock: Clock; config: Pick<Config, 'publicUrl'> },
  name: string,
): Promise<FileAnswer> {
  const token = name.replace(/\.ics$/, '')
  const channel = isTokenLike(token)
    ? await db.asSystem((tx) => findChannelBySecret(tx, 'calendar', hashToken(token)))
    : undefined
  if (!channel || channel.restingSince !== null) throw errors.notFound('calendar')
  const policies = await db.asUser(channel.userId, listWatchedPolicies)
  const now = clock.now()
  const events = [
    ...policies.flatMap((policy) => toExpiries(policy, publicUrl)),
    ...(policies.length > 0 ? toChecks(now, publicUrl) : []),
  ]
  return { body: toCalendarFile(events, now), contentType: 'text/calendar; charset=utf-8', fileName: 'ballast.ics' }
}

function toExpiries({ id, endsOn, legs }: WatchedPolicy, publicUrl: URL): CalendarEvent[] {
  const url = new URL(`/policies/${id}`, publicUrl).href
  const event = (day: string, summary: string, description: string) => {
    return { uid: `${id}-${day}@${publicUrl.hostname}`, at: { day }, summary, description, url }
  }
  const expiries = new Set(legs.flatMap(({ symbol }) => toOptionTerms(symbol)?.expiry ?? []))
  expiries.delete(endsOn)
  return [
    event(endsOn, 'Hedge ends', 'The term of a policy ends. Open it to see what a renewal costs.'),
    ...[...expiries].map((day) => event(day, 'Options expire', 'Options of a policy expire.')),
  ]
}

function toChecks(now: Date, publicUrl: URL): CalendarEvent[] {
  const events: CalendarEvent[] = []
  for (let day = toLastFinishedTradingDay(now) + 1; events.length < SHOWN_CHECKS; day++) {
    if (!isTradingDay(day)) continue
    events.push({
      uid: `check-${formatIsoDate(day)}@${publicUrl.hostname}`,
      at: { instant: new Date(toCloseInstant(day)) },
      summary: 'Policies are checked',
      description: 'Ballast checks your policies after the close in New York.',
      url: new URL('/policies', publicUrl).href,
    })
  }
  return events
}
