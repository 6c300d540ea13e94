import { sql } from 'drizzle-orm'
import { boolean, date, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** A person, known by what the identity provider vouches for: issuer and subject, never the e-mail. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text(),
    emailVerified: boolean('email_verified').notNull().default(false),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    /** PRO until then; null or past means Free. */
    proUntil: instant('pro_until'),
    isAdmin: boolean('is_admin').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    lastSignInAt: instant('last_sign_in_at').notNull(),
  },
  (table) => [
    unique('users_issuer_subject').on(table.issuer, table.subject),
    index('users_last_sign_in').on(table.lastSignInAt),
  ],
)

/** The user that a row belongs to and is deleted with. */
export const ownerId = (name = 'user_id') =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Signed-in browsers. Only a hash of the cookie's value is stored, so that a copy of the table opens no account. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    userId: ownerId(),
    /** The provider's ID token, needed as a hint when signing out there. */
    idToken: text('id_token'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_last_seen').on(table.lastSeenAt),
    index('sessions_created').on(table.createdAt),
  ],
)

/** Keys that users made for programs of their own. Only a hash is stored, so that a copy of the table opens no account. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    idHash: text('id_hash').notNull(),
    /** The first characters, by which its owner tells it from others. */
    prefix: text().notNull(),
    name: text().notNull(),
    scopes: text({ enum: ['read:portfolios', 'run:analysis', 'write:policies', 'spend:tokens'] })
      .array()
      .notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** UTC day of the last use; null while never used. */
    lastUsedOn: date('last_used_on'),
  },
  (table) => [
    unique('access_tokens_id_hash').on(table.idHash),
    index('access_tokens_user').on(table.userId),
    index('access_tokens_expiry').on(table.expiresAt),
  ],
)

/** A sign-in under way between /api/login and the callback: used once, then gone. */
export const signIns = pgTable('sign_ins', {
  /** Hash of the short-lived cookie that binds the flow to one browser. */
  idHash: text('id_hash').primaryKey(),
  state: text().notNull(),
  nonce: text().notNull(),
  codeVerifier: text('code_verifier').notNull(),
  returnTo: text('return_to').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const preferences = pgTable('preferences', {
  userId: ownerId().primaryKey(),
  data: jsonb().notNull(),
  updatedAt: instant('updated_at').notNull(),
})
