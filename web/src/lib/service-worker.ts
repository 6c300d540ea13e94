// Tests: e2e/offline.e2e.ts

const WORKER_URL = '/service-worker.js'

/**
 * Registers the worker that opens Ballast without a connection and shows browser notifications. Does nothing in a browser
 * that has none, and where pages are not served over a secure connection.
 */
export async function registerServiceWorker(): Promise<void> {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.register(toTrustedUrl())
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** Where scripts need a policy, one that knows a single address. */
function toTrustedUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return WORKER_URL
  policy ??= trustedTypes.createPolicy('service-worker', { createScriptURL: () => WORKER_URL })
  return policy.createScriptURL('')
}
