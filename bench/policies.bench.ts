/**
 * A night's checks of 1,000 to 100,000 policies on the simulated market: how the CPU time of a policy that is repriced, and of
 * one whose repair is searched for, grows with the number of policies that are stored, and how often the market is asked. Of each
 * size a part is checked, and the whole night is that part's time per policy, multiplied.
 *
 * `POLICIES=1000,10000 npm run bench -- policies.` takes some sizes only.
 */
import { createTestDatabase, type TestDatabase } from '../server/src/database/test-database.ts'
import { checkBatch } from '../server/src/features/policies/check-batch.service.ts'
import { listDuePortfolios } from '../server/src/features/policies/policies.repository.ts'
import type { MarketData } from '../server/src/market-data/market-data.ts'
import { rememberMarket } from '../server/src/market-data/remember-market.ts'
import { createSampleMarketData } from '../server/src/market-data/sample/sample-market-data.ts'
import { createPortfolioReader } from '../server/src/portfolios/portfolio-reader.ts'
import { createWorkerPool } from '../server/src/workers/worker-pool.ts'
import { reportLine } from './measure.ts'

const SIZES = process.env.POLICIES?.split(',').map(Number) ?? [1_000, 10_000, 100_000]
/** Policies of each size that are really checked, and how many of them need a repair. */
const REPRICED = 500
const SEARCHED = 20
const BATCH = 50
const NIGHT_MINUTES = 30
const CORES = 2
/** Policies of a hundred that are taken to need a repair on a night; of those that follow their advice, 7 to 8 do. */
const BROKEN_OF_100 = 10

const TICKERS =
  'AAPL MSFT NVDA JPM XOM KO TLT AMZN GOOGL META JNJ PG UNH HD V MA PEP COST DIS INTC CSCO VZ T PFE MRK WMT CVX BAC WFC GLD'.split(
    ' ',
  )
const PROTOTYPES = 20
const LEG = { symbol: 'SPY270219P00700000', price: 9.5, multiplier: 100 }
const clock = { now: () => new Date('2026-11-20T22:00:00Z') }
const DAY = '2026-11-20'
const { signal } = new AbortController()

const sample = createSampleMarketData({ clock })
const workers = createWorkerPool({ taskTimeoutMilliseconds: 600_000 })
for (const size of SIZES) await measureSize(size)
await Promise.all([workers.close(), sample.close()])
// The embedded databases, which are kept for the next one, would hold the process.
process.exit()

async function measureSize(size: number): Promise<void> {
  const db = await createTestDatabase()
  const losses = await addPrototypes(db)
  await addPolicies(db, size, losses)
  // Some break their limit at another fall than the one that is asked about, which the first round finds out.
  await check(db, REPRICED, 'fees = 0')
  const repriced = await check(db, REPRICED, "state = 'holds'")
  const searched = await check(db, SEARCHED, 'fees = 1')
  const secondsOfNight =
    (size * ((100 - BROKEN_OF_100) * repriced.cpuSeconds + BROKEN_OF_100 * searched.cpuSeconds)) / 100 / CORES
  const minutes = secondsOfNight / 60
  const largest = size === Math.max(...SIZES)
  reportLine({
    workload: `a night of ${size} policies, ${BROKEN_OF_100} % of which need a repair, embedded database`,
    'CPU ms of one repriced': 1_000 * repriced.cpuSeconds,
    'CPU ms of one searched': 1_000 * searched.cpuSeconds,
    'market calls': repriced.calls,
    tickers: TICKERS.length,
    'minutes on 2 cores': minutes,
    ...(largest && { promise: `at most ${NIGHT_MINUTES} minutes`, holds: minutes <= NIGHT_MINUTES }),
  })
  await db.close()
}

function createDeps(db: TestDatabase, marketData: MarketData) {
  return { db, clock, marketData, workers, portfolioReader: createPortfolioReader({ db, clock }) }
}

/** CPU time of one policy, threads and database included, and how often the market was asked. */
async function check(db: TestDatabase, most: number, which: string) {
  let calls = 0
  const counted: MarketData = {
    ...sample,
    getQuotes: (request) => {
      calls += 1
      return sample.getQuotes(request)
    },
    getDailyHistory: (request) => {
      calls += 1
      return sample.getDailyHistory(request)
    },
    getOptionChain: (request) => {
      calls += 1
      return sample.getOptionChain(request)
    },
  }
  const deps = createDeps(db, rememberMarket(counted))
  const chosen = `select id from policies where ${which} limit ${most}`
  await db.asOwner(`update policies set checked_day = null where id in (${chosen})`)
  const start = process.cpuUsage()
  const due = await db.asSystem((tx) => listDuePortfolios(tx, DAY, clock.now()))
  for (let first = 0; first < due.length; first += BATCH) {
    await checkBatch(deps, due.slice(first, first + BATCH), {
      cause: 'close',
      signal,
      onFailure: (_due, error) => Promise.reject(error),
    })
  }
  const { user, system } = process.cpuUsage(start)
  return { cpuSeconds: (user + system) / 1e6 / due.length, calls }
}

/** Portfolios of eight tickers and two puts, each checked once. @returns what each would lose, in percent */
async function addPrototypes(db: TestDatabase): Promise<number[]> {
  await db.asOwner(`
    insert into users (id, issuer, subject, pro_until, created_at, last_sign_in_at)
      select md5('user ' || k)::uuid, 'bench', 'user ' || k, '2099-01-01', now(), now() from generate_series(0, 2000) k;
    insert into portfolios (id, user_id, name, created_at, updated_at)
      select md5('prototype ' || k)::uuid, md5('user 0')::uuid, 'Prototype', now(), now()
      from generate_series(0, ${PROTOTYPES - 1}) k;
    insert into positions (user_id, portfolio_id, ticker, shares, ordinal, created_at, updated_at)
      select md5('user 0')::uuid, md5('prototype ' || k)::uuid,
        (array[${TICKERS.map((ticker) => `'${ticker}'`).join(',')}])[1 + (k * 7 + place * 3) % ${TICKERS.length}],
        120 + 10 * place + k, place, now(), now()
      from generate_series(0, ${PROTOTYPES - 1}) k, generate_series(0, 7) place;
    insert into positions (user_id, portfolio_id, kind, ticker, shares, multiplier, ordinal, created_at, updated_at)
      select md5('user 0')::uuid, md5('prototype ' || k)::uuid, 'option', '${LEG.symbol}', 2, 100, 8, now(), now()
      from generate_series(0, ${PROTOTYPES - 1}) k;
    ${toPolicySql({ of: `generate_series(0, ${PROTOTYPES - 1}) k`, id: "'prototype ' || k", user: "'user 0'", limit: '50', fees: '0', contracts: '2', checked: 'null' })}`)
  const due = await db.asSystem((tx) => listDuePortfolios(tx, DAY, clock.now()))
  const onFailure = (_due: object, error: unknown) => Promise.reject(error)
  await checkBatch(createDeps(db, rememberMarket(sample)), due, { cause: 'close', signal, onFailure })
  const rows = await db.asOwner(`
    select loss_percent as loss from policy_history
    join generate_series(0, ${PROTOTYPES - 1}) k on policy_id = md5('policy prototype ' || k)::uuid order by k`)
  return rows.map(({ loss }) => Number(loss))
}

/** Copies of the prototypes, once, twice or three times as large; every fiftieth has a limit that is broken. */
async function addPolicies(db: TestDatabase, size: number, losses: readonly number[]): Promise<void> {
  const loss = `(array[${losses.join(',')}])[1 + k % ${PROTOTYPES}]`
  const isBroken = '(k / 20) % 50 = 0'
  await db.asOwner(`
    insert into portfolios (id, user_id, name, created_at, updated_at)
      select md5('copy ' || k)::uuid, md5('user ' || (1 + k % 2000))::uuid, 'Copy', now(), now() from generate_series(1, ${size}) k;
    insert into positions (user_id, portfolio_id, kind, ticker, shares, multiplier, ordinal, created_at, updated_at)
      select md5('user ' || (1 + k % 2000))::uuid, md5('copy ' || k)::uuid, own.kind, own.ticker, own.shares * (1 + k % 3),
        own.multiplier, own.ordinal, now(), now()
      from generate_series(1, ${size}) k join positions own on own.portfolio_id = md5('prototype ' || k % ${PROTOTYPES})::uuid;
    ${toPolicySql({
      of: `generate_series(1, ${size}) k`,
      id: "'copy ' || k",
      user: "'user ' || (1 + k % 2000)",
      limit: `case when ${isBroken} then ${loss} - 3 else ${loss} + 0.2 end`,
      fees: `case when ${isBroken} then 1 else 0 end`,
      contracts: '2 * (1 + k % 3)',
      checked: `'${DAY}'`,
    })}
    analyze`)
}

function toPolicySql(terms: Record<'of' | 'id' | 'user' | 'limit' | 'fees' | 'contracts' | 'checked', string>): string {
  const leg = `jsonb_build_object('symbol', '${LEG.symbol}', 'ordered', ${terms.contracts}, 'filled', ${terms.contracts},
    'price', ${LEG.price}, 'multiplier', ${LEG.multiplier}, 'positionId', null)`
  return `
    insert into policies (id, user_id, portfolio_id, limit_percent, shock_percent, ends_on, legs, fees, placed_on,
        engine_version, checked_day, checked_version, created_at)
      select md5('policy ' || ${terms.id})::uuid, md5(${terms.user})::uuid, md5(${terms.id})::uuid, ${terms.limit}, 20,
        '2027-02-19', json_build_array(${leg}), ${terms.fees}, '${DAY}', 'bench', ${terms.checked}, '1', now()
      from ${terms.of};`
}
