/**
 * `npm run audit` asks npm for known holes in what is shipped and nodejs.org for the runtime that it publishes, and writes what they
 * answered, with the date, into `docs/operations/audit.json`. Code 1 when a hole is known or the runtime is another one.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './launch/repository.mjs'
import { AUDIT_RECORD, type AuditRecord, auditRecordSchema } from './supply-chain/audit-record.ts'
import { hashPublishedRuntime, RUNTIME_PACKAGES, readInstalledRuntime } from './supply-chain/runtime.ts'

const MOST_REASON_CHARACTERS = 300
const on = new Date().toISOString().slice(0, 10)

interface NpmAudit {
  message?: string
  metadata?: { dependencies: { prod: number } }
  vulnerabilities?: Record<string, { name: string; severity: string; via: (string | { title: string })[] }>
}

function askForAdvisories(): AuditRecord['advisories'] {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8' })
  const answer = JSON.parse(stdout || '{}') as NpmAudit
  if (!answer.metadata) return unreachable(answer.message?.split(' - ')[0] ?? 'npm gave no answer')
  const found = Object.values(answer.vulnerabilities ?? {}).map(({ name, severity, via }) => ({
    name,
    severity,
    title: via.map((one) => (typeof one === 'string' ? one : one.title)).join('; '),
  }))
  return { on, outcome: 'answered', packages: answer.metadata.dependencies.prod, found }
}

const unreachable = (reason: string) => ({
  on,
  outcome: 'unreachable' as const,
  reason: reason.slice(0, MOST_REASON_CHARACTERS),
})

async function compareRuntime(): Promise<AuditRecord['runtime']> {
  const { version, installed } = await readInstalledRuntime()
  const [name] = Object.keys(installed)
  const platform = RUNTIME_PACKAGES[name ?? '']?.platform
  if (platform === undefined) throw new Error('No Node from npm is installed here, so there is nothing to compare')
  const published = await hashPublishedRuntime(version, platform).then(
    (hashes) => ({ on, outcome: 'answered' as const, ...hashes }),
    (error: Error) => unreachable(error.cause instanceof Error ? error.cause.message : error.message),
  )
  return { version, installed, published }
}

const record = auditRecordSchema.parse({ advisories: askForAdvisories(), runtime: await compareRuntime() })
writeFileSync(path.join(ROOT, AUDIT_RECORD), `${JSON.stringify(record, null, 2)}\n`)
console.log(JSON.stringify(record, null, 2))

const { published, installed } = record.runtime
const isOther = published.outcome === 'answered' && !Object.values(installed).includes(published.programSha256)
const holes = record.advisories.outcome === 'answered' ? record.advisories.found.length : 0
if (isOther) console.error('The installed Node is not the one that nodejs.org publishes.')
if (holes > 0) console.error(`${holes} packages have known holes.`)
process.exit(isOther || holes > 0 ? 1 : 0)
