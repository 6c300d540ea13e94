/**
 * A policy renewed by its own advice, close by close on the simulated market: breaks of the limit, which of them were told on
 * their evening, alarms that were none, messages and tickets, year by year. docs/testing.md has what was found so far.
 *
 * `POLICY_REPLAY_YEARS=2008-2009 npm run bench -- policy-replay` takes some years only.
 */
import { countBreaks, replayPolicy } from '../server/src/features/policies/testing/replay-policy.ts'
import { reportLine } from './measure.ts'

const [first = 2006, last = first] = (process.env.POLICY_REPLAY_YEARS ?? '2006-2026').split('-').map(Number)

for (let year = first; year <= last; year += 1) {
  const closes = await replayPolicy({ from: `${year}-01-03`, to: year === 2026 ? '2026-11-20' : `${year}-12-31` })
  const { missed, unjudged, falseAlarms, ...counted } = countBreaks(closes)
  reportLine({
    workload: `policy replay ${year}`,
    ...counted,
    missed: missed.length,
    unjudged: unjudged.length,
    'false alarms': falseAlarms.length,
    holds: missed.length === 0 && falseAlarms.length <= 12,
  })
}
