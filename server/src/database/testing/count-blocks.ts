import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** PostgreSQL tells of what an idle connection did after ten seconds. */
const STATISTICS_MILLISECONDS = 11_000

/**
 * Blocks that PostgreSQL has looked at for each of these databases of one server, in memory or on the disk. The difference of two
 * counts is work, the same on a quiet machine and on a busy one.
 */
export async function countBlocks(urls: readonly string[]): Promise<number[]> {
  await sleep(STATISTICS_MILLISECONDS)
  const elsewhere = new URL(urls[0] ?? '')
  elsewhere.pathname = '/postgres'
  const client = new pg.Client({ connectionString: elsewhere.href })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; blocks: string }>(
      'select datname as name, blks_hit + blks_read as blocks from pg_stat_database',
    )
    const blocksOf = new Map(rows.map(({ name, blocks }) => [name, Number(blocks)]))
    return urls.map((url) => blocksOf.get(new URL(url).pathname.slice(1)) ?? Number.NaN)
  } finally {
    await client.end()
  }
}
