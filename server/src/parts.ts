// Tests: app.test.ts

import type { AccessTokens } from './accounts/access-tokens.repository.ts'
import type { Admins } from './accounts/admins.ts'
import type { IdentityProvider } from './accounts/identity-provider.ts'
import type { Sessions } from './accounts/sessions.repository.ts'
import type { SignInStore } from './accounts/sign-ins.repository.ts'
import type { AnalystModel } from './ai/analyst-model.ts'
import type { ImageModel } from './ai/image-model.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'
import type { VolatilityRepository } from './market-data/cache/volatility.repository.ts'
import type { MarketData } from './market-data/market-data.ts'
import type { PortfolioReader } from './portfolios/portfolio-reader.ts'
import type { ResultCache } from './portfolios/result-cache.ts'
import type { Random } from './random.ts'
import type { TokenMeter } from './tokens/token-meter.ts'
import type { ImageReader } from './workers/image-reader.ts'
import type { WorkerPool } from './workers/worker-pool.ts'

/** Parts of the app that lie below its features. Advice and features pick of them what they need. */
export interface Parts {
  version: string
  log: Log
  clock: Clock
  random: Random
  db: Database
  marketData: MarketData
  workers: WorkerPool
  volatilities: VolatilityRepository
  imageReader: ImageReader
  portfolioReader: PortfolioReader
  results: ResultCache
  admins: Admins
  sessions: Sessions
  accessTokens: AccessTokens
  signIns: SignInStore
  identityProvider: IdentityProvider
  /** The till before everything that costs tokens or needs a plan. */
  tokenMeter: TokenMeter
  /** A language model behind its safeguards; null when none is configured. */
  analystModel: AnalystModel | null
  /** The same model, to look at screenshots; null when none is configured. */
  imageModel: ImageModel | null
}
