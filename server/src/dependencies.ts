// Tests: run-server.test.ts, app.test.ts

import { readFileSync } from 'node:fs'
import { createAccessTokens } from './accounts/access-tokens.repository.ts'
import {
  createEmbeddedIdentityProvider,
  EMBEDDED_CLIENT_ID,
  EMBEDDED_PATH,
  EMBEDDED_USER_ISSUER,
  type EmbeddedIdentityProvider,
} from './accounts/embedded-identity-provider.ts'
import { createIdentityProvider, NO_SIGN_IN } from './accounts/identity-provider.ts'
import { createSessions } from './accounts/sessions.repository.ts'
import { createSignInStore } from './accounts/sign-ins.repository.ts'
import { createTrackRecord, type TrackRecord } from './advice/record/track-record.ts'
import { createAnalystModel } from './ai/create-analyst-model.ts'
import { createImageModel } from './ai/image-model.ts'
import { createModelCallSweeper, createModelCalls } from './ai/model-calls.repository.ts'
import { systemClock } from './clock.ts'
import { type Config, hasTestKeys } from './config.ts'
import { createDatabase } from './database/client.ts'
import type { Database } from './database/database.ts'
import { DEMO_ISSUER } from './database/demo-issuer.ts'
import { createExpiredRowSweeper } from './database/expired-rows.ts'
import { createLeaseRepository } from './database/lease.repository.ts'
import { deleteUser } from './features/account/account.repository.ts'
import { createComprehensiveRecomputer } from './features/ai-analysis/ai-analysis.service.ts'
import {
  type BillingDependencies,
  type BillingService,
  createBillingService,
} from './features/billing/billing.service.ts'
import { createBillingJob } from './features/billing/billing-job.ts'
import { createVisitorSweeper } from './features/demo/demo.service.ts'
import { createDiscoveryRecomputer } from './features/discovery/discovery.service.ts'
import { createFactsService, type FactsService } from './features/facts/facts.service.ts'
import { createHedgeRecomputer } from './features/hedges/recompute-hedges.service.ts'
import { createDeliveryJob } from './features/inbox/delivery-job.ts'
import { createDigestJob } from './features/inbox/digest-job.ts'
import { createMailer } from './features/inbox/mail.ts'
import { getPushKeys, type PushKeys } from './features/inbox/push.ts'
import { createLevelJob } from './features/policies/level-job.ts'
import { createPolicyJob } from './features/policies/policy-job.ts'
import { SIGN_OUT_SCRIPT } from './features/sign-in/embedded-sign-in.routes.ts'
import { renderSignInFailure, renderSignOutForm } from './features/sign-in/embedded-sign-in-page.ts'
import { createTrackRecordJob } from './features/track-record/track-record-job.ts'
import { createPriceJob } from './features/watch/price-job.ts'
import { createWatchJob } from './features/watch/watch-job.ts'
import { createOutboundGate } from './http/outbound.ts'
import { createJobRunner, type JobRunner } from './jobs/job-runner.ts'
import { createSweepingJob } from './jobs/sweeping.ts'
import { createVolatilityWatch } from './jobs/volatility-watch.ts'
import { createLog } from './log.ts'
import { createForgottenTickerSweeper } from './market-data/cache/forgotten-tickers.repository.ts'
import { createOldSimulationSweeper } from './market-data/cache/old-simulations.repository.ts'
import { createOptionChainSweeper } from './market-data/cache/option-chain.repository.ts'
import { createVolatilityRepository } from './market-data/cache/volatility.repository.ts'
import { createMarketData } from './market-data/create-market-data.ts'
import { observeVolatility } from './market-data/options/observe-volatility.ts'
import { withTreasuries } from './market-data/with-treasuries.ts'
import type { Parts } from './parts.ts'
import { type BillingSandbox, createBillingSandbox } from './payments/sandbox/billing-sandbox.ts'
import { createStripeGateway } from './payments/stripe-gateway.ts'
import { listWidelyHeldTickers } from './portfolios/held-tickers.repository.ts'
import { createDraftSweeper } from './portfolios/import-draft.repository.ts'
import { createPortfolioReader } from './portfolios/portfolio-reader.ts'
import { createResultCache } from './portfolios/result-cache.ts'
import { systemRandom } from './random.ts'
import { createTokenMeter } from './tokens/token-meter.ts'
import { createTokenSweepingJob } from './tokens/token-sweeping.ts'
import { createImageReader } from './workers/image-reader.ts'
import { createWorkerPool, defineWorkerTask } from './workers/worker-pool.ts'

/** Everything that the app works with, made once and handed on; nothing is reached for behind its back. */
export interface Dependencies extends Parts {
  config: Config
  /** Present when no other provider is configured. */
  embeddedIdentityProvider: EmbeddedIdentityProvider | undefined
  billing: BillingService
  /** Present on one's own machine while no payment provider is configured. */
  billingSandbox: BillingSandbox | undefined
  trackRecord: TrackRecord
  /** Opens figures of every kind of run that states facts. */
  facts: FactsService
  /** The key pair that browsers know this server by. */
  pushKeys: () => Promise<PushKeys>
  jobs: JobRunner
  /** Ends everything in the order in which it depends on each other. */
  close(): Promise<void>
}

export type DependencyOverrides = Partial<
  Pick<
    Dependencies,
    'log' | 'clock' | 'random' | 'db' | 'marketData' | 'workers' | 'imageReader' | 'analystModel' | 'imageModel'
  >
>

const observationTask = defineWorkerTask(
  new URL('./market-data/options/observe-volatility.ts', import.meta.url).href,
  observeVolatility,
)

/** Webhooks and pushes: any public host, nothing of this network; nobody reads what they answer. */
const MESSAGE_GATE = {
  isNamedByOperator: false,
  mostBytes: 65_536,
  connectMilliseconds: 5_000,
  silenceMilliseconds: 10_000,
  tooLarge: () => new Error('The receiver answered too much.'),
}

/** Builds the bag. Tests use this same builder and override what they want to decide. */
export async function createDependencies(config: Config, overrides: DependencyOverrides = {}): Promise<Dependencies> {
  const { log = createLog(config.logLevel), clock = systemClock, random = systemRandom } = overrides
  const db = overrides.db ?? (await createDatabase(config, log, random))
  const marketData = withTreasuries(
    overrides.marketData ?? createMarketData({ config: config.marketData, db, clock, log, random }),
    clock,
  )
  const workers = overrides.workers ?? createWorkerPool()
  const imageReader = overrides.imageReader ?? createImageReader()
  const admins = { emails: config.adminEmails, issuer: userIssuerOf(config) }
  const sessions = createSessions({ db, clock, admins })
  const accessTokens = createAccessTokens({ db, clock, admins })
  const signIns = createSignInStore({ db, clock })
  const results = createResultCache({ db, clock, log })
  const leases = createLeaseRepository(db)
  const tokenMeter = createTokenMeter({ db, clock, log, forget: sessions.forget })
  const { billing, billingSandbox } = createBilling(config, { db, clock, log, leases, forget: sessions.forget })
  const analystModel = overrides.analystModel ?? createModel(config, { db, clock, log })
  const imageModel = overrides.imageModel ?? createReadingModel(config, { db, clock, log })
  const volatilities = createVolatilityRepository(db)
  const version = readVersion()
  const trackRecord = createTrackRecord({ db, clock, log, version, isKept: config.identity.kind !== 'demo' })
  const portfolioReader = createPortfolioReader({ db, clock })
  const facts = createFactsService([
    createComprehensiveRecomputer({ db, portfolioReader, workers }),
    createDiscoveryRecomputer({ db, portfolioReader, workers }),
    createHedgeRecomputer({ db, workers }),
  ])
  let keys: Promise<PushKeys> | undefined
  const pushKeys = () => {
    keys ??= getPushKeys(db).catch((error) => {
      keys = undefined
      throw error
    })
    return keys
  }
  const mailer = createMailer(config.mail, config.publicUrl)
  const messageGate = createOutboundGate(MESSAGE_GATE)
  const jobs = createJobRunner({
    jobs: [
      createTokenSweepingJob(tokenMeter),
      createBillingJob(billing),
      createVolatilityWatch({
        marketData,
        volatilities,
        clock,
        listHeldTickers: (limit) => listWidelyHeldTickers(db, limit),
        observeVolatility: (encoded) => workers.run(observationTask, encoded, { owner: null }),
      }),
      createLevelJob({ db, clock, log, marketData, portfolioReader, workers }),
      createPolicyJob({ db, clock, log, marketData, portfolioReader, workers }),
      createPriceJob({ db, clock, log, marketData, portfolioReader, workers }),
      createWatchJob({ db, clock, log, marketData, portfolioReader, workers }),
      createDigestJob({ db, clock }),
      createDeliveryJob({
        db,
        clock,
        random,
        log,
        mailer,
        pushKeys,
        publicUrl: config.publicUrl,
        gate: messageGate,
        pushContact: `mailto:${config.supportEmail ?? `operator@${config.publicUrl.hostname}`}`,
      }),
      createTrackRecordJob({ db, clock, log, marketData, trackRecord, version }),
      createSweepingJob([
        createVisitorSweeper({ db, clock, sessions, isDemo: config.identity.kind === 'demo', deleteUser }),
        sessions,
        accessTokens,
        signIns,
        createDraftSweeper({ db, clock }),
        createModelCallSweeper({ db, clock }),
        results,
        createOptionChainSweeper({ db, clock }),
        createForgottenTickerSweeper({ db, clock }),
        createOldSimulationSweeper({ db }),
        createExpiredRowSweeper({ db, clock }),
      ]),
    ],
    db,
    random,
    log,
  })
  return {
    config,
    version,
    log,
    clock,
    random,
    db,
    marketData,
    workers,
    volatilities,
    imageReader,
    portfolioReader,
    results,
    admins,
    sessions,
    accessTokens,
    signIns,
    tokenMeter,
    analystModel,
    imageModel,
    billing,
    billingSandbox,
    trackRecord,
    facts,
    pushKeys,
    jobs,
    ...createIdentity(config, db),
    async close() {
      await Promise.all([jobs.stop(), tokenMeter.stop()])
      await Promise.all([marketData.close(), workers.close(), results.settle()])
      await Promise.all([analystModel?.close(), imageModel?.close()])
      mailer?.close()
      await messageGate.close()
      await db.close()
    },
  }
}

function createModel(config: Config, { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>) {
  if (config.ai === undefined) return null
  return createAnalystModel({
    config: config.ai,
    clock,
    log,
    calls: createModelCalls(db, clock, config.ai.dailyTokens),
  })
}

function createReadingModel(config: Config, { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>) {
  if (config.ai === undefined) return null
  const calls = createModelCalls(db, clock, config.ai.dailyTokens)
  return createImageModel({ config: config.ai, clock, log, calls })
}

function createBilling(
  config: Config,
  parts: Pick<BillingDependencies, 'db' | 'clock' | 'log' | 'leases' | 'forget'>,
): Pick<Dependencies, 'billing' | 'billingSandbox'> {
  const { publicUrl, proTrialDays: trialDays, supportEmail } = config
  const billingSandbox = config.billing.kind === 'sandbox' ? createBillingSandbox({ ...parts, publicUrl }) : undefined
  const gateway =
    config.billing.kind === 'stripe'
      ? createStripeGateway({ ...config.billing, provider: 'stripe', clock: parts.clock })
      : billingSandbox?.gateway
  const testOrigin = config.billing.kind === 'stripe' ? config.billing.apiBase?.origin : undefined
  const isTest = config.billing.kind === 'sandbox' || hasTestKeys(config)
  return {
    billing: createBillingService({ ...parts, gateway, publicUrl, trialDays, supportEmail, testOrigin, isTest }),
    billingSandbox,
  }
}

function createIdentity(
  config: Config,
  db: Database,
): Pick<Dependencies, 'identityProvider' | 'embeddedIdentityProvider'> {
  const redirectUri = new URL('/api/auth/callback', config.publicUrl).href
  const postLogoutRedirectUri = new URL('/', config.publicUrl).href
  const { identity } = config
  if (identity.kind === 'demo') return { identityProvider: NO_SIGN_IN, embeddedIdentityProvider: undefined }
  if (identity.kind === 'external') {
    const { issuer, clientId, clientSecret } = identity
    return {
      identityProvider: createIdentityProvider({
        issuer,
        clientId,
        clientSecret,
        redirectUri,
        postLogoutRedirectUri,
        userIssuer: userIssuerOf(config),
        alwaysAsk: false,
      }),
      embeddedIdentityProvider: undefined,
    }
  }
  const issuer = new URL(EMBEDDED_PATH, config.publicUrl)
  return {
    identityProvider: createIdentityProvider({
      issuer,
      clientId: EMBEDDED_CLIENT_ID,
      clientSecret: undefined,
      redirectUri,
      postLogoutRedirectUri,
      userIssuer: userIssuerOf(config),
      alwaysAsk: true,
    }),
    embeddedIdentityProvider: createEmbeddedIdentityProvider(
      { issuer: issuer.href, redirectUri, postLogoutRedirectUri },
      { signOut: (form) => renderSignOutForm(form, SIGN_OUT_SCRIPT), failure: renderSignInFailure },
      db,
    ),
  }
}

/** Under which name users of the configured identity provider are kept. */
function userIssuerOf({ identity }: Config): string {
  if (identity.kind === 'external') return identity.issuer.href
  return identity.kind === 'demo' ? DEMO_ISSUER : EMBEDDED_USER_ISSUER
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
