// Tests: sessions.repository.test.ts, ../features/account/account.test.ts

import type { User as UserBody } from '@ballast/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { users } from '../database/schema/index.ts'
import type { SignedInUser } from '../http/authentication.ts'
import { type Admins, isNamedAdmin } from './admins.ts'

const NAME_CHARACTERS = 200
const EMAIL_CHARACTERS = 320
const URL_CHARACTERS = 2_000

/** Claims of an identity provider about a person; only issuer and subject say who it is. */
export interface Claims {
  issuer: string
  subject: string
  email: unknown
  emailVerified: unknown
  firstName: unknown
  lastName: unknown
  /** Full name, used when the provider does not tell first and last apart. */
  name: unknown
  picture: unknown
}

/** Creates the user at the first sign-in and brings what the provider says up to date at each later one. @returns the id */
export async function saveSignedInUser(db: Database, clock: Clock, admins: Admins, claims: Claims): Promise<string> {
  const profile = toProfile(claims)
  const now = clock.now()
  const fresh = { ...profile, isAdmin: isNamedAdmin({ issuer: claims.issuer, ...profile }, admins), lastSignInAt: now }
  const [user] = await db.asSystem((tx) =>
    tx
      .insert(users)
      .values({ issuer: claims.issuer, subject: claims.subject, createdAt: now, ...fresh })
      .onConflictDoUpdate({ target: [users.issuer, users.subject], set: fresh })
      .returning({ id: users.id }),
  )
  if (!user) throw new Error('Saving a user returned no row')
  return user.id
}

/** The user as the API shows it. */
export function toUserBody(user: SignedInUser): UserBody {
  const { id, email, firstName, lastName, profileImageUrl, subscriptionTier, discoveryTokens, isAdmin, demoUntil } =
    user
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    subscriptionTier,
    discoveryTokens,
    isAdmin: isAdmin ? 1 : 0,
    demoUntil: demoUntil?.toISOString(),
  }
}

function toProfile({ email, emailVerified, firstName, lastName, name, picture }: Claims) {
  const [first, ...rest] = toText(name, NAME_CHARACTERS)?.split(/\s+/) ?? []
  const given = toText(firstName, NAME_CHARACTERS)
  const family = toText(lastName, NAME_CHARACTERS)
  const hasParts = given !== null || family !== null
  return {
    email: toAddress(email),
    // Some providers send the word "true"; only the truth itself counts.
    emailVerified: emailVerified === true,
    firstName: hasParts ? given : (first ?? null),
    lastName: hasParts ? family : rest.join(' ') || null,
    profileImageUrl: toHttpsUrl(picture),
  }
}

function toText(value: unknown, maxCharacters: number): string | null {
  if (typeof value !== 'string') return null
  // PostgreSQL cannot store a NUL, and half a surrogate pair is no text.
  const text = value.replaceAll('\u0000', '').toWellFormed().trim().slice(0, maxCharacters)
  return text === '' ? null : text
}

/** An address that would have to be cleaned is another one than the provider vouched for, and therefore none. */
const toAddress = (value: unknown) => (toText(value, EMAIL_CHARACTERS) === value ? (value as string) : null)

function toHttpsUrl(value: unknown): string | null {
  const text = toText(value, URL_CHARACTERS)
  return text !== null && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : null
}
