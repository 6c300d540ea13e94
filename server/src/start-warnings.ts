import { type Config, isLoopback } from './config.ts'

/** What an operator may have set without knowing what it means, one sentence each; the server starts all the same. */
export function listStartWarnings(config: Config): string[] {
  const { publicUrl, identity, adminEmails } = config
  const rules: [boolean, string][] = [
    [
      publicUrl.protocol === 'http:' && !isLoopback(publicUrl.hostname),
      'PUBLIC_URL is not https: whoever sees the traffic can take over sessions',
    ],
    [
      identity.kind === 'embedded' && adminEmails.size > 0,
      'ADMIN_EMAILS is set while the embedded sign-in asks for no password: whoever uses this machine can become an admin. ' +
        'Set OIDC_ISSUER before others reach this server, through a proxy or tunnel too',
    ],
  ]
  return rules.filter(([applies]) => applies).map(([, words]) => words)
}
