import { and, eq, gt, lt } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { signIns } from '../database/schema/index.ts'
import { createToken, hashToken } from './opaque-token.ts'

const MAX_AGE_MILLISECONDS = 10 * 60_000

export const SIGN_IN_SECONDS = MAX_AGE_MILLISECONDS / 1000

/** Sign-in under way: binds a provider's answer to the question and to the browser that asked it. */
export interface SignIn {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
}

/** Sign-ins under way; each is used once. */
export type SignInStore = ReturnType<typeof createSignInStore>

export function createSignInStore({ db, clock }: { db: Database; clock: Clock }) {
  const oldest = () => new Date(clock.now().getTime() - MAX_AGE_MILLISECONDS)
  return {
    /** @returns the token for the cookie */
    async save(signIn: SignIn): Promise<string> {
      const token = createToken()
      await db.asSystem((tx) =>
        tx.insert(signIns).values({ ...signIn, idHash: hashToken(token), createdAt: clock.now() }),
      )
      return token
    },
    /** Takes the sign-in out, so that a second answer finds nothing. */
    async take(token: string): Promise<SignIn | undefined> {
      const [signIn] = await db.asSystem((tx) =>
        tx
          .delete(signIns)
          .where(and(eq(signIns.idHash, hashToken(token)), gt(signIns.createdAt, oldest())))
          .returning(),
      )
      return signIn
    },
    /** Forgets those that nobody finished. @returns how many there were */
    async sweep(): Promise<number> {
      const swept = await db.asSystem((tx) =>
        tx.delete(signIns).where(lt(signIns.createdAt, oldest())).returning({ idHash: signIns.idHash }),
      )
      return swept.length
    },
  }
}
