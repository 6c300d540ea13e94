import { isDeepStrictEqual } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { listMigrations, migrate, type SqlConnection } from './migrations.ts'
import { ensureRoles } from './roles.ts'

/** Tables and columns that a migration removes or changes on purpose, each with the number of the migration. */
const MEANT: Record<string, number> = {
  // What waits a day to be reviewed was stored in another form.
  import_drafts: 7,
  // Who is on PRO follows from a date.
  'users.subscription_tier': 6,
  // Funds are looked up again.
  'instruments.fetched_at': 11,
}

interface Column {
  table: string
  column: string
  type: string
  /** The column's check constraints, as PostgreSQL writes them. */
  checks: string
}
type Row = Record<string, unknown>

/**
 * A value for a column. Every id of a version is the same, so that whatever refers to another row finds it; where only some
 * words are allowed, the first of them is taken.
 */
/** Refers to a table that refers back, and stays empty. */
const CIRCULAR = { column: 'portfolios.share_id', constraint: 'portfolios_received_share' }
/** Names another user than the row's own: the one of the version before. */
const OTHER_USER = 'portfolio_shares.guest_user_id'

function toLiteral(column: Column, version: number): string {
  const name = `${column.table}.${column.column}`
  if (name === CIRCULAR.column) return 'null'
  return `'${toValue(column, name === OTHER_USER ? version - 1 : version)}'`
}

function toValue({ type, checks }: Column, version: number): string {
  const id = `00000000-0000-4000-8000-${String(version).padStart(12, '0')}`
  const day = `2026-01-${String((version % 28) + 1).padStart(2, '0')}`
  const values: Record<string, string> = {
    uuid: id,
    text: /'([^']+)'::text/.exec(checks)?.[1] ?? `of version ${version}`,
    'timestamp with time zone': `${day}T12:00:00Z`,
    date: day,
    boolean: 'true',
    json: `{"version":${version}}`,
    jsonb: `{"version":${version}}`,
    bytea: '\\x0102',
  }
  if (type.endsWith('[]')) return '{}'
  return values[type] ?? String(version + 1)
}

/** The tables there are, each after those that it refers to. */
async function listTables(client: PGlite): Promise<Map<string, Column[]>> {
  const { rows: columns } = await client.query<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, coalesce((
      select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)), '') as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'ballast_migrations' and a.attgenerated = ''
    order by c.relname, a.attnum`)
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and conname <> '${CIRCULAR.constraint}'`)
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const ordered = new Map<string, Column[]>()
  const add = (table: string) => {
    if (ordered.has(table)) return
    for (const { from, to } of references) if (from === table && to !== table) add(to)
    ordered.set(table, byTable.get(table) ?? [])
  }
  for (const table of byTable.keys()) add(table)
  return ordered
}

/** Writes a row into every table, as a server of that version could have, and tells how each is stored. */
async function writeRows(client: PGlite, version: number): Promise<{ table: string; row: Row }[]> {
  const tables = [...(await listTables(client))]
  const statements = tables.map(([table, columns]) => {
    const names = columns.map(({ column }) => `"${column}"`).join(', ')
    const values = columns.map((column) => toLiteral(column, version)).join(', ')
    return `insert into ${table} (${names}) overriding system value values (${values}) returning to_jsonb(${table}) as row`
  })
  const results = await client.exec(statements.join(';'))
  return results.map(({ rows }, index) => ({ table: tables[index]![0], row: rows[0]!.row as Row }))
}

test('a database of every earlier version, with rows in every table, comes to this one with all of them', {
  tags: ['full'],
}, async () => {
  const client = await PGlite.create()
  const connection: SqlConnection = { query: async (sql) => ({ rows: (await client.exec(sql)).at(-1)?.rows ?? [] }) }
  await ensureRoles(connection, 'postgres')
  const migrations = listMigrations()
  const written: { table: string; row: Row; version: number }[] = []
  for (const { ordinal } of migrations) {
    await migrate(connection, migrations.slice(0, ordinal + 1))
    for (const one of await writeRows(client, ordinal)) written.push({ ...one, version: ordinal })
  }
  expect(new Set(written.map(({ version }) => version)).size).toBe(migrations.length)

  const changed: string[] = []
  for (const [table, rows] of Map.groupBy(written, (one) => one.table)) {
    const { rows: found } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`)
    for (const { row, version } of rows) {
      if (version < (MEANT[table] ?? 0)) continue
      const kept = Object.entries(row).filter(([column]) => version >= (MEANT[`${table}.${column}`] ?? 0))
      const same = found.filter((one) => kept.every(([column, value]) => isDeepStrictEqual(one.row[column], value)))
      if (same.length !== 1) changed.push(`${table}, a row of version ${version}`)
    }
  }
  expect(changed).toEqual([])
  await client.close()
})
