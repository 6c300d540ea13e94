// Tests: sessions.repository.test.ts, ../features/sign-in/external-sign-in.test.ts

/** Whom the operator named as admins. */
export interface Admins {
  /** Lower-cased. */
  emails: ReadonlySet<string>
  /** Under which name users of the configured identity provider are kept: no other one's word for an address counts. */
  issuer: string
}

/** True when the person is on the list and the configured provider has verified that the address is theirs. */
export function isNamedAdmin(
  { issuer, email, emailVerified }: { issuer: string; email: string | null; emailVerified: boolean },
  admins: Admins,
): boolean {
  return issuer === admins.issuer && emailVerified && email !== null && admins.emails.has(email.toLowerCase())
}
