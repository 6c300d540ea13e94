/**
 * Users could be spread over many databases one day, each user's rows in one of them (docs/scale.md). This rule keeps that possible:
 * no query reads the rows of several users but where it must. That each row says whose it is, `cells.test.ts` of the database holds.
 */
import { expect, test } from 'vitest'
import { isTestFile, listSourceFiles } from './source-files.ts'

/**
 * Where rows are read that are not the signed-in user's alone, and why that works with users in many databases.
 *
 * - `directory`: finds whose something is, by a secret or an outside id, and then works for that user
 * - `shared`: tables without users, which each database can have for itself
 * - `each cell`: sweeps and jobs, which each database can do for itself
 * - `one user`: a single user's rows with rights that the user does not have, such as booking tokens
 * - `admin`, `record`: reads many users; would ask every database, or a copy of all
 */
const ACROSS_USERS: Readonly<Record<string, 'directory' | 'shared' | 'each cell' | 'one user' | 'admin' | 'record'>> = {
  'accounts/access-tokens.repository.ts': 'directory',
  'accounts/demo-visitors.repository.ts': 'directory',
  'accounts/sessions.repository.ts': 'directory',
  'accounts/sign-ins.repository.ts': 'directory',
  'accounts/users.ts': 'directory',
  'features/billing/customers.service.ts': 'directory',
  'features/billing/former-subscribers.repository.ts': 'directory',
  'features/billing/payment-events.service.ts': 'directory',
  'features/inbox/calendar.service.ts': 'directory',
  'features/inbox/notifications.service.ts': 'directory',
  'features/portfolios/portfolios.service.ts': 'directory',
  'features/reports/reports.service.ts': 'directory',
  'features/sharing/sharing.service.ts': 'directory',
  'accounts/server-secrets.repository.ts': 'shared',
  'database/lease.repository.ts': 'shared',
  'http/rate-counter.repository.ts': 'shared',
  'market-data/cache/exchange-rate.repository.ts': 'shared',
  'market-data/cache/history.repository.ts': 'shared',
  'market-data/cache/instrument.repository.ts': 'shared',
  'market-data/cache/option-chain.repository.ts': 'shared',
  'market-data/cache/quote.repository.ts': 'shared',
  'market-data/cache/volatility.repository.ts': 'shared',
  'payments/sandbox/sandbox-store.repository.ts': 'shared',
  'database/expired-rows.ts': 'each cell',
  'features/inbox/delivery-job.ts': 'each cell',
  'features/inbox/digest-job.ts': 'each cell',
  'features/inbox/invitation-mails.ts': 'each cell',
  'features/policies/check-batch.service.ts': 'each cell',
  'features/policies/level-job.ts': 'each cell',
  'features/policies/policy-job.ts': 'each cell',
  'features/watch/price-job.ts': 'each cell',
  'features/watch/watch-job.ts': 'each cell',
  'jobs/job-queues.repository.ts': 'each cell',
  'database/queue-statements.ts': 'each cell',
  'market-data/cache/forgotten-tickers.repository.ts': 'each cell',
  'market-data/cache/old-simulations.repository.ts': 'each cell',
  'portfolios/held-tickers.repository.ts': 'each cell',
  'portfolios/import-draft.repository.ts': 'each cell',
  'portfolios/result-cache.ts': 'each cell',
  'ai/model-calls.repository.ts': 'each cell',
  'features/account/account.service.ts': 'one user',
  'features/billing/billing.service.ts': 'one user',
  'features/billing/purchases.service.ts': 'one user',
  'features/billing/subscription-sync.service.ts': 'one user',
  'features/support/support.service.ts': 'one user',
  'tokens/use-ledger.ts': 'one user',
  'features/admin/admin.service.ts': 'admin',
  'features/analytics/analytics.service.ts': 'admin',
  'features/analytics/background-work.service.ts': 'admin',
  'features/inbox/notifications.routes.ts': 'admin',
  'advice/record/append-drafts.ts': 'record',
  'advice/record/record-reader.ts': 'record',
  'advice/record/track-record.ts': 'record',
  'features/ai-analysis/replay/run-replay.ts': 'record',
  'features/track-record/observe-quotes.ts': 'record',
  'features/track-record/score-due.ts': 'record',
  'features/track-record/track-record.service.ts': 'record',
  'features/track-record/verify-chains.ts': 'record',
}
/** Define what `asSystem` is. */
const DEFINITIONS = new Set(['database/database.ts', 'database/transactions.ts'])

test('only the files listed above read rows of several users, and each of them does', () => {
  const files = listSourceFiles('server/src')
    .filter(({ path, text }) => !isTestFile(path) && /\basSystem\b/.test(text))
    .map(({ path }) => path.replace('server/src/', ''))
    .filter((path) => !DEFINITIONS.has(path))
  expect(files.toSorted()).toEqual(Object.keys(ACROSS_USERS).toSorted())
})
