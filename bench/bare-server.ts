/**
 * Server that the positions API is measured against: Fastify with nothing around it. `/select` reads the positions of a
 * portfolio from the same database and answers them; `/serialise` answers a value it holds, written anew each time. No
 * session, no owner, no checks.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import Fastify from 'fastify'
import pg from 'pg'

const { PORT, DATABASE_URL, DATA_DIR = '', ANSWER_FILE = '' } = process.env

const SELECT = `SELECT p.id, p.ticker, p.kind, p.shares::float8, p.avg_cost::float8, p.currency, p.multiplier, p.sector,
    p.import_id, a.name AS account
  FROM positions p LEFT JOIN brokerage_accounts a ON a.id = p.account_id
  WHERE p.portfolio_id = $1 AND p.replaced_by IS NULL ORDER BY p.ordinal`

const select = await openSelect()
const answer: unknown = JSON.parse(await readFile(ANSWER_FILE, 'utf8'))

const app = Fastify()
app.get<{ Params: { portfolioId: string } }>('/select/:portfolioId', async ({ params }) => {
  const { rows } = await select([params.portfolioId])
  return rows
})
app.get('/serialise', async () => answer)
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))

async function openSelect(): Promise<(parameters: string[]) => Promise<{ rows: unknown[] }>> {
  if (DATABASE_URL) {
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
    return (parameters) => pool.query(SELECT, parameters)
  }
  const client = await PGlite.create({ dataDir: path.join(DATA_DIR, 'database') })
  return (parameters) => client.query(SELECT, parameters)
}
