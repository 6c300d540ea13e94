// Tests: ../cells.test.ts, ../database.test.ts

import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Moment with its time zone, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Compressed bytes of any length. A migration must set their storage to EXTERNAL: PostgreSQL would compress them again. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
