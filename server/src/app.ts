import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { DatabaseUnavailableError, isOfDeletedUser, isOutOfSpace } from './database/database-errors.ts'
import type { Dependencies } from './dependencies.ts'
import { registerAccessTokenRoutes } from './features/access-tokens/access-tokens.routes.ts'
import { registerAccountRoutes } from './features/account/account.routes.ts'
import { registerAdminRoutes } from './features/admin/admin.routes.ts'
import { registerAiAnalysisRoutes } from './features/ai-analysis/ai-analysis.routes.ts'
import { registerAiRunRoutes } from './features/ai-runs/ai-runs.routes.ts'
import { registerAnalyticsRoutes } from './features/analytics/analytics.routes.ts'
import { registerAskRoutes } from './features/ask/ask.routes.ts'
import { registerBacktestRoutes } from './features/backtest/backtest.routes.ts'
import { registerBillingRoutes } from './features/billing/billing.routes.ts'
import { registerSandboxRoutes } from './features/billing/sandbox.routes.ts'
import { registerBrokerageAccountRoutes } from './features/brokerage-accounts/brokerage-accounts.routes.ts'
import { registerCorrelationRoutes } from './features/correlation/correlation.routes.ts'
import { registerDemoRoutes } from './features/demo/demo.routes.ts'
import { registerDiscoveryRoutes } from './features/discovery/discovery.routes.ts'
import { registerExportRoutes } from './features/export/export.routes.ts'
import { registerFactRoutes } from './features/facts/facts.routes.ts'
import { registerHedgeRoutes } from './features/hedges/hedges.routes.ts'
import { registerHistoryRoutes } from './features/history/history.routes.ts'
import { registerImportRoutes } from './features/imports/imports.routes.ts'
import { registerInboxRoutes } from './features/inbox/inbox.routes.ts'
import { registerNotificationRoutes } from './features/inbox/notifications.routes.ts'
import { registerMarketDataStatusRoutes } from './features/market-data-status/market-data-status.routes.ts'
import { registerMcpRoutes } from './features/mcp/mcp.routes.ts'
import { registerMetricsRoutes } from './features/metrics/metrics.routes.ts'
import { registerOptionRoutes } from './features/options/options.routes.ts'
import { registerOverviewRoutes } from './features/overview/overview.routes.ts'
import { registerPolicyRoutes } from './features/policies/policies.routes.ts'
import { registerPortfolioRoutes } from './features/portfolios/portfolios.routes.ts'
import { registerPreferenceRoutes } from './features/preferences/preferences.routes.ts'
import { registerPriceRoutes } from './features/prices/prices.routes.ts'
import { registerReportRoutes } from './features/reports/reports.routes.ts'
import { registerServiceRoutes } from './features/service/service.routes.ts'
import { registerSharingRoutes } from './features/sharing/sharing.routes.ts'
import { registerEmbeddedSignInRoutes } from './features/sign-in/embedded-sign-in.routes.ts'
import { registerSignInRoutes } from './features/sign-in/sign-in.routes.ts'
import { createSignInService } from './features/sign-in/sign-in.service.ts'
import { registerSupportRoutes } from './features/support/support.routes.ts'
import { registerTrackRecordRoutes } from './features/track-record/track-record.routes.ts'
import { registerWatchRoutes } from './features/watch/watch.routes.ts'
import { createAnswerConcurrency } from './http/answer-concurrency.ts'
import { sessionCookie } from './http/cookies.ts'
import { createServer } from './http/create-server.ts'
import type { AppError } from './http/errors.ts'
import { errors } from './http/errors.ts'
import { serveOpenApi } from './http/openapi.ts'
import { createRateCounter } from './http/rate-counter.repository.ts'
import { serveWebApp } from './http/static-files.ts'
import { isPaymentFailure } from './payments/stripe-facts.ts'
import { defineWorkerTask } from './workers/worker-pool.ts'

const WEB_BUILD = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** The product's table of contents: everything that is served, mounted on one server that does not listen yet. */
export async function createApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, log, db, clock, sessions, embeddedIdentityProvider, billingSandbox, tokenMeter } = dependencies
  const { publicUrl, trustedProxies, rateLimits, identity } = config
  const rateCounter = createRateCounter(db, clock)
  const beginExport = createAnswerConcurrency(1)
  const app = await createServer({
    config: {
      publicUrl,
      trustedProxies,
      rateLimits,
      formActionOrigins: identity.kind === 'external' ? [identity.issuer.origin] : [],
      isDemo: identity.kind === 'demo',
    },
    log,
    authenticate: sessions.authenticate,
    rateCounter,
    translateError,
  })
  await serveOpenApi(app, { version: dependencies.version, sessionCookieName: sessionCookie(publicUrl).name })

  registerServiceRoutes(app, dependencies)
  registerMetricsRoutes(app, dependencies)
  registerSignInRoutes(app, createSignInService({ ...dependencies, publicUrl }), publicUrl, dependencies.db)
  registerDemoRoutes(app, dependencies)
  if (embeddedIdentityProvider) registerEmbeddedSignInRoutes(app, embeddedIdentityProvider, publicUrl)
  registerAccountRoutes(app, { ...dependencies, beginExport })
  registerAccessTokenRoutes(app, dependencies)
  registerPreferenceRoutes(app, dependencies)
  registerMarketDataStatusRoutes(app, dependencies)
  registerPortfolioRoutes(app, dependencies)
  registerSharingRoutes(app, dependencies)
  registerImportRoutes(app, dependencies)
  registerPriceRoutes(app, dependencies)
  registerOverviewRoutes(app, dependencies)
  registerHistoryRoutes(app, dependencies)
  registerCorrelationRoutes(app, dependencies)
  registerBacktestRoutes(app, dependencies)
  registerOptionRoutes(app, dependencies)
  registerHedgeRoutes(app, dependencies)
  registerBrokerageAccountRoutes(app, dependencies)
  registerPolicyRoutes(app, dependencies)
  registerWatchRoutes(app, dependencies)
  registerInboxRoutes(app, dependencies)
  registerNotificationRoutes(app, dependencies)
  registerAiAnalysisRoutes(app, dependencies)
  registerAiRunRoutes(app, dependencies)
  registerAskRoutes(app, dependencies)
  registerFactRoutes(app, dependencies)
  registerDiscoveryRoutes(app, dependencies)
  registerTrackRecordRoutes(app, { ...dependencies, beginExport })
  registerExportRoutes(app, { ...dependencies, beginExport })
  registerReportRoutes(app, dependencies)
  if (identity.kind !== 'demo') registerMcpRoutes(app, { ...dependencies, rateCounter, translateError })

  registerBillingRoutes(app, dependencies)
  if (billingSandbox) registerSandboxRoutes(app, billingSandbox, publicUrl)
  registerSupportRoutes(app, dependencies)
  registerAnalyticsRoutes(app, dependencies)
  registerAdminRoutes(app, { ...dependencies, forget: sessions.forget })

  // Begun before the server stops listening and not waited for here: work under way ends while connections do.
  app.addHook('preClose', async () => {
    void tokenMeter.stop()
  })

  const { workers, marketData, billing } = dependencies
  const isDemo = identity.kind === 'demo'
  await serveWebApp(app, WEB_BUILD, {
    draw: (file, facts) => workers.run(defineWorkerTask(file, drawLanding), facts, { owner: 'visitors' }),
    readFacts: () => ({ status: { ...marketData.status(), isDemo }, offer: billing.getOffer() }),
  })
  return app
}

/** Stands for the export of that name in the web app's build, which runs in a thread. */
function drawLanding(_facts: unknown): string {
  throw new Error('The landing page is drawn in a thread.')
}

function translateError(error: unknown): AppError | undefined {
  if (error instanceof DatabaseUnavailableError) {
    const words = isOutOfSpace(error)
      ? 'This was not saved, because the server’s disk is full. Ask its operator to make room.'
      : 'The database does not answer at the moment. Please try again in a few seconds.'
    return errors.unavailable(words, error)
  }
  // As the next request of a deleted account is answered.
  if (isOfDeletedUser(error)) return errors.unauthorized()
  if (isPaymentFailure(error)) {
    return errors.badGateway('The payment provider did not do this. Nothing was charged; please try again.', error)
  }
  return undefined
}
