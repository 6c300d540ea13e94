import { type Config, hasTestKeys, isLoopback } from './config.ts'

/** Lists settings that an operator may not have meant, one sentence each; the server starts all the same. */
export function listStartWarnings(config: Config): string[] {
  const { publicUrl, identity, adminEmails, billing, ai } = config
  const stripe = billing.kind === 'stripe' ? billing : undefined
  const rules: [boolean, string][] = [
    [
      publicUrl.protocol === 'http:' && !isLoopback(publicUrl.hostname),
      'PUBLIC_URL is not https: anyone who sees the traffic can take over sessions',
    ],
    [
      identity.kind === 'embedded' && adminEmails.size > 0,
      'ADMIN_EMAILS is set while the embedded sign-in asks for no password: anyone who uses this machine can become an admin. ' +
        'Set OIDC_ISSUER before others reach this server, through a proxy or tunnel too',
    ],
    [
      hasTestKeys(config) && !isLoopback(publicUrl.hostname),
      'STRIPE_SECRET_KEY is a test key at a public address: anyone who types the test card gets what others pay for',
    ],
    [
      leavesUnprotected(stripe?.apiBase),
      'STRIPE_API_BASE is not https: anyone who sees the traffic can use the secret key',
    ],
    [
      ai?.apiKey !== undefined && leavesUnprotected(ai.baseUrl),
      'AI_BASE_URL is not https: anyone who sees the traffic can use the key and read the prompts',
    ],
  ]
  return rules.filter(([applies]) => applies).map(([, words]) => words)
}

const leavesUnprotected = (address: URL | undefined) =>
  address !== undefined && address.protocol === 'http:' && !isLoopback(address.hostname)
