// Tests: ../features/sign-in/sign-in.test.ts

import type { Adapter, AdapterPayload } from 'oidc-provider'

const MAX_ENTRIES = 5_000

/**
 * Where the embedded identity provider keeps what lives for minutes: in memory, oldest out first. The provider itself
 * checks whether an entry has run out.
 */
export function createMemoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, AdapterPayload>()

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    const findBy = (matches: (payload: AdapterPayload) => boolean) => {
      for (const [key, payload] of entries) if (key.startsWith(`${model}:`) && matches(payload)) return payload
      return undefined
    }
    return {
      async upsert(id, payload) {
        entries.delete(keyOf(id))
        entries.set(keyOf(id), payload)
        const oldest = entries.keys().next().value
        if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
      },
      find: async (id) => entries.get(keyOf(id)),
      findByUid: async (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findBy((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = entries.get(keyOf(id))
        if (payload) payload.consumed = true
      },
      async destroy(id) {
        entries.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
