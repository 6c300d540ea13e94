// Tests: ../architecture/supply-chain.test.ts

import { z } from 'zod'

/** Where the last audit of what Ballast is made of is written down. */
export const AUDIT_RECORD = 'docs/operations/audit.json'

const day = z.iso.date()
/** `unreachable`: whoever knows was asked that day and did not answer, so nothing is known. */
const unreachable = z.strictObject({ on: day, outcome: z.literal('unreachable'), reason: z.string().max(300) })

export const auditRecordSchema = z.strictObject({
  /** Known holes in what is shipped, as npm tells of them. */
  advisories: z.union([
    unreachable,
    z.strictObject({
      on: day,
      outcome: z.literal('answered'),
      packages: z.number().int().positive(),
      found: z.array(z.strictObject({ name: z.string(), severity: z.string(), title: z.string() })),
    }),
  ]),
  /** The program that runs everything: the one from npm against the one in the archive that nodejs.org publishes a sum of. */
  runtime: z.strictObject({
    version: z.string(),
    /** SHA-256 of the program as npm delivers it, by package. */
    installed: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
    published: z.union([
      unreachable,
      z.strictObject({
        on: day,
        outcome: z.literal('answered'),
        archive: z.string(),
        archiveSha256: z.string().regex(/^[0-9a-f]{64}$/),
        programSha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    ]),
  }),
})
export type AuditRecord = z.infer<typeof auditRecordSchema>
