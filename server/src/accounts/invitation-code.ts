// Tests: ../features/inbox/invitation-mails.test.ts, ../features/sharing/sharing.test.ts

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { createToken } from './opaque-token.ts'
import { getOrCreateSecret } from './server-secrets.repository.ts'

const HASH_CHARACTERS = 43

/** Codes that a secret of the server makes of invitations and addresses: a mail needs them, and none is stored. */
export interface InvitationCodes {
  /** Code at the end of an invitation's link: 256 bits that nobody can guess, the same at each attempt to mail it. */
  toCode(invitationId: string): string
  /** Keyed hash of an e-mail address, however it is spelt: tells nobody whose it is. */
  hashAddress(email: string): string
  /** Proof, for the one who gets a mail, that they may refuse more of them for their address. */
  toRefusalToken(email: string): string
  /** @returns the hash of the address that a refusal token is for; undefined when this server did not make it */
  readRefusalToken(token: string): string | undefined
}

export async function getInvitationCodes(db: Database): Promise<InvitationCodes> {
  const key = await getOrCreateSecret(db, 'invitation-key', createToken)
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, text]))
      .digest('base64url')
  const hashAddress = (email: string) => sign('address', email.trim().toLowerCase())
  return {
    toCode: (invitationId) => sign('code', invitationId),
    hashAddress,
    toRefusalToken(email) {
      const hash = hashAddress(email)
      return hash + sign('refusal', hash)
    },
    readRefusalToken(token) {
      const [hash, proof] = [token.slice(0, HASH_CHARACTERS), Buffer.from(token.slice(HASH_CHARACTERS))]
      const expected = Buffer.from(sign('refusal', hash))
      return proof.length === expected.length && timingSafeEqual(proof, expected) ? hash : undefined
    },
  }
}
