/** @module-tag full */

import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { listMigrations, migrate, type SqlConnection } from './migrations.ts'
import { ensureRoles } from './roles.ts'

/** Migrations that took something away or made something stricter, and why that was right. */
const MEANT: Readonly<Record<string, string>> = {
  '0001_roles-and-row-level-security': 'gives each table its row-level security',
  '0002_tell-of-changes': 'its triggers notify and refuse nothing',
  '0006_tokens-and-billing': 'the tier of a user follows from a date since',
  '0007_compressed-import-drafts': 'what waited a day to be reviewed was thrown away',
  '0008_usage-by-day': 'its triggers count and refuse nothing',
  '0018_ai-run-inputs': 'old runs lose what they were computed from',
  '0033_what-grows': 'its triggers count and refuse nothing',
}

interface Part {
  /** Kind of the part, and its name. */
  name: string
  table: string
  /** Columns that it is about. */
  columns: string[]
  /** Text that must stay the same. */
  content: string
}

/** A schema as far as a server notices it. */
interface Schema {
  tables: Set<string>
  columns: Set<string>
  /** Must be there afterwards as they were: a server relies on them. */
  kept: Map<string, Part>
  /** Refuse what a server writes, and must not be added to what it knows. */
  strict: Map<string, Part>
}

const NAMES = `array(select attname::text from pg_attribute a where a.attrelid = r.oid and a.attnum = any (keys) order by attname)`
const KEPT = `
  select 'column ' || r.relname || '.' || attname as name, r.relname as table, array[attname::text] as columns,
    format_type(atttypid, atttypmod) || case when attnotnull then '' else ', may be null' end as content
  from pg_class r join pg_attribute on attrelid = r.oid and attnum > 0 and not attisdropped
  where r.relkind in ('r', 'v') and r.relnamespace = 'public'::regnamespace
  union all
  select 'default of ' || r.relname || '.' || attname, r.relname, array[attname::text], pg_get_expr(adbin, adrelid)
  from pg_attrdef join pg_class r on r.oid = adrelid join pg_attribute on attrelid = adrelid and attnum = adnum
  where r.relnamespace = 'public'::regnamespace
  union all
  select 'right of ' || grantee || ' to ' || privilege_type || ' ' || table_name || '.' || column_name, table_name, array[column_name::text], ''
  from information_schema.column_privileges where table_schema = 'public' and grantee like 'ballast%'
  union all
  select 'right of ' || grantee || ' to ' || privilege_type || ' ' || table_name, table_name, array[]::text[], ''
  from information_schema.table_privileges where table_schema = 'public' and grantee like 'ballast%'
  union all
  select 'policy ' || policyname || ' on ' || tablename, tablename, array[]::text[], concat_ws('; ', permissive, roles::text, cmd, qual, with_check)
  from pg_policies where schemaname = 'public'
  union all
  select 'function ' || oid::regprocedure, '', array[]::text[], pg_get_function_result(oid)
  from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select 'row security of ' || relname, relname, array[]::text[], relrowsecurity || ', forced ' || relforcerowsecurity
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
const STRICT = `
  select 'constraint ' || conname || ' on ' || r.relname as name, r.relname as table, ${NAMES} as columns, pg_get_constraintdef(k.oid) as content
  from (select *, conkey as keys from pg_constraint) k join pg_class r on r.oid = conrelid where contype <> 'n' and r.relnamespace = 'public'::regnamespace
  union all
  select 'unique index ' || i.relname || ' on ' || r.relname, r.relname, ${NAMES}, pg_get_indexdef(i.oid)
  from (select *, array(select refobjsubid from pg_depend where objid = indexrelid and refobjid = indrelid) as keys from pg_index) x
  join pg_class i on i.oid = indexrelid join pg_class r on r.oid = indrelid
  where indisunique and r.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.oid)
  union all
  select 'trigger ' || tgname || ' on ' || r.relname, r.relname, array[]::text[], pg_get_triggerdef(g.oid)
  from pg_trigger g join pg_class r on r.oid = tgrelid where not tgisinternal and r.relnamespace = 'public'::regnamespace
  union all
  select 'required column ' || r.relname || '.' || attname, r.relname, array[attname::text], ''
  from pg_class r join pg_attribute on attrelid = r.oid and attnum > 0 and not attisdropped
  where r.relkind = 'r' and r.relnamespace = 'public'::regnamespace and attnotnull and not atthasdef and attidentity = ''
  union all
  select 'restrictive policy ' || policyname || ' on ' || tablename, tablename, array[]::text[], ''
  from pg_policies where schemaname = 'public' and permissive <> 'PERMISSIVE'`

async function readSchema(client: PGlite): Promise<Schema> {
  const read = async (sql: string) => new Map((await client.query<Part>(sql)).rows.map((part) => [part.name, part]))
  const [kept, strict] = [await read(KEPT), await read(STRICT)]
  const columns = [...kept.values()].filter(({ name }) => name.startsWith('column '))
  return {
    kept,
    strict,
    tables: new Set(columns.map(({ table }) => table)),
    columns: new Set(columns.map(({ table, columns: [column] }) => `${table}.${column}`)),
  }
}

/** Lists what a server that knows `before` may fail at after a migration; empty when the schema has only grown. */
function listBreaks(before: Schema, after: Schema): string[] {
  const changed = [...before.kept.values()].flatMap(({ name, content }) => {
    const now = after.kept.get(name)
    if (now === undefined) return [`${name} is gone`]
    return now.content === content ? [] : [`${name} is another`]
  })
  // What is about a new column says nothing about rows of a server that does not know it.
  const isKnown = ({ table, columns }: Part) =>
    before.tables.has(table) && columns.every((column) => before.columns.has(`${table}.${column}`))
  const stricter = [...after.strict.values()].flatMap((part) => {
    const isRequired = part.name.startsWith('required') && before.tables.has(part.table)
    if (before.strict.get(part.name)?.content === part.content || !(isKnown(part) || isRequired)) return []
    return [`${part.name} is new`]
  })
  return [...changed, ...stricter].sort()
}

async function withDatabase<T>(work: (client: PGlite, connection: SqlConnection) => Promise<T>): Promise<T> {
  const client = await PGlite.create()
  const connection: SqlConnection = { query: async (sql) => ({ rows: (await client.exec(sql)).at(-1)?.rows ?? [] }) }
  try {
    await ensureRoles(connection, 'postgres')
    return await work(client, connection)
  } finally {
    await client.close()
  }
}

test('a server of the version before goes on beside each migration: it adds, and takes nothing away', async () => {
  const migrations = listMigrations()
  const found = await withDatabase(async (client, connection) => {
    const breaks: [migration: string, breaks: string[]][] = []
    let before = await readSchema(client)
    for (const { ordinal, name } of migrations) {
      await migrate(connection, migrations.slice(0, ordinal + 1))
      const after = await readSchema(client)
      const broken = listBreaks(before, after)
      if (broken.length > 0) breaks.push([name, broken])
      before = after
    }
    return breaks
  })
  expect(found.filter(([name]) => !(name in MEANT))).toEqual([])
  expect(found.map(([name]) => name)).toEqual(Object.keys(MEANT))
})

const NEVER = 'CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$'
/** Steps that a server of the version before does not survive, with what is said of each. */
const REFUSED: readonly (readonly [sql: string, found: string])[] = [
  ['DROP TABLE inbox_messages CASCADE', 'column inbox_messages.id is gone'],
  ['ALTER TABLE portfolios DROP COLUMN benchmark', 'column portfolios.benchmark is gone'],
  ['ALTER TABLE portfolios RENAME COLUMN name TO title', 'column portfolios.name is gone'],
  ['ALTER TABLE portfolios RENAME TO books', 'column portfolios.name is gone'],
  ['ALTER TABLE portfolios ALTER COLUMN name TYPE varchar(20)', 'column portfolios.name is another'],
  ['ALTER TABLE portfolios ALTER COLUMN name DROP NOT NULL', 'column portfolios.name is another'],
  ['ALTER TABLE users ALTER COLUMN email SET NOT NULL', 'column users.email is another'],
  ['ALTER TABLE portfolios ALTER COLUMN id DROP DEFAULT', 'default of portfolios.id is gone'],
  ['ALTER TABLE users ADD COLUMN added text NOT NULL', 'required column users.added is new'],
  ['ALTER TABLE portfolios ADD CONSTRAINT short CHECK (length(name) < 20)', 'constraint short on portfolios is new'],
  ['CREATE UNIQUE INDEX one_name ON portfolios (user_id, name)', 'unique index one_name on portfolios is new'],
  ['REVOKE DELETE ON portfolios FROM ballast_app', 'right of ballast_app to DELETE portfolios is gone'],
  ['DROP POLICY own_rows ON portfolios', 'policy own_rows on portfolios is gone'],
  ['CREATE POLICY none ON portfolios AS RESTRICTIVE USING (false)', 'restrictive policy none on portfolios is new'],
  [
    `${NEVER}; CREATE TRIGGER stop BEFORE INSERT ON portfolios FOR EACH ROW EXECUTE FUNCTION never()`,
    'trigger stop on portfolios is new',
  ],
]
const ALLOWED = `
  CREATE TABLE added (id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, word text NOT NULL UNIQUE CHECK (word <> ''));
  GRANT SELECT ON added TO ballast_app;
  ALTER TABLE added ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_rows ON added TO ballast_app USING (true);
  ALTER TABLE portfolios ADD COLUMN added_id uuid UNIQUE REFERENCES added, ADD COLUMN rank integer NOT NULL DEFAULT 0 CHECK (rank < 9);
  CREATE INDEX by_name ON portfolios (name);
  CREATE UNIQUE INDEX one_ranked ON portfolios (user_id) WHERE rank > 0;
  CREATE POLICY more ON portfolios FOR SELECT TO ballast_guest USING (rank > 0);
  GRANT SELECT ON users TO ballast_guest`

test('the comparison notices each kind of step that takes something away, and lets additions pass', async () => {
  const found = await withDatabase(async (client, connection) => {
    await migrate(connection)
    const before = await readSchema(client)
    const tryOut = async (sql: string) => {
      await client.exec(`BEGIN; ${sql}`)
      const breaks = listBreaks(before, await readSchema(client))
      await client.exec('ROLLBACK')
      return breaks
    }
    const refused: string[][] = []
    for (const [sql] of REFUSED) refused.push(await tryOut(sql))
    return { refused, allowed: await tryOut(ALLOWED) }
  })
  expect(found.refused).toEqual(REFUSED.map(([, words]) => expect.arrayContaining([words])))
  expect(found.allowed).toEqual([])
})
