// Tests: database.test.ts, migrations.test.ts

import { setTimeout as sleep } from 'node:timers/promises'
import type { SqlConnection } from './migrations.ts'

/** Roles of a request, of reading what others share, and of the server itself. None can log in or owns anything. */
const ROLES = ['ballast_app', 'ballast_guest', 'ballast_system'] as const
const ATTEMPTS = 10

/**
 * Creates the roles if they are absent and lets `login` take them on. Roles belong to the whole PostgreSQL cluster, so
 * that processes that start on different databases of it may collide; then it is tried again.
 *
 * @param connection of a role that may create roles, unless they exist and are granted already
 * @param login name of the role that the server connects as
 */
export async function ensureRoles(connection: SqlConnection, login: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const role of ROLES) await ensureRole(connection, role, login)
      return
    } catch (error) {
      // XX000 "tuple concurrently updated", 23505 and 42710: another process did the same at the same moment.
      if (attempt === ATTEMPTS) {
        throw new Error(
          `The roles ${ROLES.join(', ')} could not be made ready for "${login}": ${error instanceof Error ? error.message : error}. Connect as a role that may create roles (MIGRATION_DATABASE_URL), or create and grant them by hand.`,
          { cause: error },
        )
      }
      await sleep(20 * attempt)
    }
  }
}

async function ensureRole(connection: SqlConnection, role: (typeof ROLES)[number], login: string) {
  const { rows: found } = await connection.query(`SELECT 1 FROM pg_roles WHERE rolname = '${role}'`)
  if (found.length === 0) await connection.query(`CREATE ROLE ${role} NOLOGIN`)
  // Since PostgreSQL 16, being a member does not mean that one may SET ROLE.
  const { rows } = await connection.query(`SELECT pg_has_role(${literal(login)}, '${role}',
    CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) AS may_set`)
  if (rows[0]?.may_set !== true) await connection.query(`GRANT ${role} TO ${identifier(login)}`)
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const identifier = (text: string) => `"${text.replaceAll('"', '""')}"`
