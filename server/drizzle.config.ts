import { defineConfig } from 'drizzle-kit'

/** Used only by `npm -w server run db:generate`, which writes the SQL of a changed schema into a new migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/database/schema/index.ts',
  out: './src/database/migrations',
})
