import * as accessTokens from './access-tokens.ts'
import * as account from './account.ts'
import * as aiAnalysis from './ai-analysis.ts'
import * as aiRuns from './ai-runs.ts'
import * as analytics from './analytics.ts'
import * as ask from './ask.ts'
import * as backtest from './backtest.ts'
import * as billing from './billing.ts'
import * as brokerageAccounts from './brokerage-accounts.ts'
import type { Call } from './call.ts'
import * as correlation from './correlation.ts'
import * as demo from './demo.ts'
import * as discovery from './discovery.ts'
import * as groups from './groups.ts'
import * as health from './health.ts'
import * as hedges from './hedges.ts'
import * as history from './history.ts'
import * as imports from './imports.ts'
import * as inbox from './inbox.ts'
import * as instrumentSearch from './instrument-search.ts'
import * as loginCallback from './login-callback.ts'
import * as lowerRisk from './lower-risk.ts'
import * as marketData from './market-data.ts'
import * as notifications from './notifications.ts'
import * as optionPositions from './option-positions.ts'
import * as options from './options.ts'
import * as overview from './overview.ts'
import * as policies from './policies.ts'
import * as portfolioChanges from './portfolio-changes.ts'
import * as portfolios from './portfolios.ts'
import * as reports from './reports.ts'
import * as sharing from './sharing.ts'
import * as splitChanges from './split-changes.ts'
import * as splits from './splits.ts'
import * as trackRecord from './track-record.ts'
import * as unread from './unread.ts'
import * as users from './users.ts'
import * as watch from './watch.ts'

export * from './access-tokens.ts'
export * from './account.ts'
export * from './ai-analysis.ts'
export * from './ai-runs.ts'
export * from './analytics.ts'
export * from './ask.ts'
export * from './backtest.ts'
export * from './benchmark.ts'
export * from './billing.ts'
export * from './bonds.ts'
export * from './brokerage-accounts.ts'
export * from './call.ts'
export * from './client.ts'
export * from './constants.ts'
export * from './correlation.ts'
export * from './covers.ts'
export * from './csv-text.ts'
export * from './demo.ts'
export * from './discovery.ts'
export * from './entitlements.ts'
export * from './errors.ts'
export * from './event-stream.ts'
export * from './grounding.ts'
export * from './groups.ts'
export * from './health.ts'
export * from './hedge-example.ts'
export * from './hedge-families.ts'
export * from './hedge-strategies.ts'
export * from './hedges.ts'
export * from './history.ts'
export * from './imports.ts'
export * from './inbox.ts'
export * from './instrument-search.ts'
export * from './json-structure.ts'
export * from './limits.ts'
export * from './login-callback.ts'
export * from './lower-risk.ts'
export * from './market-data.ts'
export * from './metric-explanations.ts'
export * from './name-position.ts'
export * from './notifications.ts'
export * from './option-positions.ts'
export * from './option-symbol.ts'
export * from './options.ts'
export * from './overview.ts'
export * from './plans.ts'
export * from './policies.ts'
export * from './portfolio-changes.ts'
export * from './portfolio-id.ts'
export * from './portfolios.ts'
export * from './read-number.ts'
export * from './reports.ts'
export * from './sample-portfolios.ts'
export * from './sharing.ts'
export * from './split-changes.ts'
export * from './splits.ts'
export * from './ticker.ts'
export * from './track-record.ts'
export * from './unread.ts'
export * from './users.ts'
export * from './watch.ts'
export * from './what-if.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call of the API: the server must mount each, and tests sweep them all. */
export const ALL_CALLS: readonly Call[] = [
  health,
  users,
  loginCallback,
  demo,
  account,
  accessTokens,
  marketData,
  portfolios,
  portfolioChanges,
  groups,
  sharing,
  imports,
  splits,
  splitChanges,
  overview,
  history,
  correlation,
  lowerRisk,
  backtest,
  billing,
  analytics,
  options,
  instrumentSearch,
  optionPositions,
  hedges,
  brokerageAccounts,
  policies,
  inbox,
  notifications,
  unread,
  trackRecord,
  aiAnalysis,
  aiRuns,
  discovery,
  ask,
  watch,
  reports,
]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isCall)
