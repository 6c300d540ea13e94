import { BlockList, isIP } from 'node:net'
import { DEFAULT_TRIAL_DAYS, MARKET_DATA_SOURCES, type MarketDataSource } from '@ballast/contract'
import { z } from 'zod'
import {
  baseUrl,
  EXPECTED_PORT,
  httpUrl,
  isAddressOrRange,
  isPlaceholder,
  list,
  mailbox,
  origin,
  port,
  postgresUrl,
  secretText,
  smtpUrl,
  tokenCount,
} from './config-values.ts'

/** Who answers for a configured model; `openai-compatible` is any server at `AI_BASE_URL`, a local one too. */
type AiProvider = (typeof AI_PROVIDERS)[number]

/** Everything that an operator decides, read from the environment once, at start. */
export interface Config {
  port: number
  host: string
  /** The address that people type; sign-in and links lead there. */
  publicUrl: URL
  /** Folder of the embedded database. */
  dataDir: string
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: string | undefined
  migrationDatabaseUrl: string | undefined
  /** How one signs in; nobody does on a public demo, where each visitor is a new anonymous user. */
  identity:
    | { kind: 'embedded' | 'demo' }
    | { kind: 'external'; issuer: URL; clientId: string; clientSecret: string | undefined }
  /** Lower-cased. */
  adminEmails: ReadonlySet<string>
  marketData: {
    requested: 'auto' | MarketDataSource
    polygonApiKey: string | undefined
    yahooBaseUrl: string | undefined
    polygonBaseUrl: string | undefined
  }
  /** Payments by Stripe; without its keys played by a sandbox, on one's own machine only. */
  billing:
    | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiBase: URL | undefined }
    | { kind: 'sandbox' | 'none' }
  ai:
    | {
        provider: AiProvider
        model: string
        baseUrl: URL | undefined
        apiKey: string | undefined
        /** Tokens that the model may cost in a day: for one user, and for all. */
        dailyTokens: { user: number; all: number }
      }
    | undefined
  /** Through which e-mail goes; without a mail server a page shows it, on one's own machine only. */
  mail: { kind: 'smtp'; url: string; from: string } | { kind: 'local' | 'none' }
  proTrialDays: number
  supportEmail: string | undefined
  trustedProxies: readonly string[]
  /** Multiplies every request budget. */
  rateLimits: number | 'off'
  logLevel: string
  /** Opens the metrics to a program; without it only admins see them. */
  metricsToken: string | undefined
  /** Encrypts backups of the embedded database. */
  backupKey: string | undefined
}

/** The environment is wrong; the message lists every variable that is, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

interface Variable<T> {
  schema: z.ZodType<T>
  /** Completes "expected …". */
  expected: string
  /** Never shown, not even when it is wrong. */
  secret?: boolean
}

const variable = <T>(schema: z.ZodType<T>, expected: string): Variable<T> => ({ schema, expected })
const secret = (expected: string, schema: z.ZodType<string> = secretText): Variable<string> => ({
  ...variable(schema, expected),
  secret: true,
})

const AI_PROVIDERS = ['openai', 'anthropic', 'openai-compatible'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const DAILY_TOKENS = 2_000_000
const DAILY_TOKENS_PER_USER = 300_000

/** The table of variables; `.env.example` documents the same ones. */
const VARIABLES = {
  PORT: variable(port, EXPECTED_PORT),
  HOST: variable(z.string().regex(/^[\w.:-]+$/), 'an address or host name to listen on, such as 127.0.0.1'),
  PUBLIC_URL: variable(
    origin,
    'an address such as https://ballast.example.com, without a path, with a port that browsers open',
  ),
  DATA_DIR: variable(z.string(), 'a folder'),
  DATABASE_URL: { ...variable(postgresUrl, 'an address such as postgres://user@host:5432/ballast'), secret: true },
  MIGRATION_DATABASE_URL: {
    ...variable(postgresUrl, 'an address such as postgres://owner@host:5432/ballast'),
    secret: true,
  },
  OIDC_ISSUER: variable(
    httpUrl.refine((url) => url.protocol === 'https:' || isLoopback(url.hostname)),
    'the https address of an OpenID Connect issuer',
  ),
  OIDC_CLIENT_ID: variable(
    z.string().refine((text) => !isPlaceholder(text)),
    'the client id that the issuer gave',
  ),
  OIDC_CLIENT_SECRET: secret('the client secret that the issuer gave, or nothing for a public client'),
  ADMIN_EMAILS: variable(
    z.string().transform(list).pipe(z.array(z.email())),
    'e-mail addresses with commas between them',
  ),
  DEMO: variable(
    z.enum(['on', 'off']).transform((text) => text === 'on'),
    'on or off',
  ),
  MARKET_DATA: variable(z.enum(['auto', ...MARKET_DATA_SOURCES]), 'auto, yahoo, polygon or sample'),
  POLYGON_API_KEY: secret('the key of a Polygon (Massive) account'),
  YAHOO_BASE_URL: variable(baseUrl, 'the address of a server that answers like Yahoo Finance'),
  POLYGON_BASE_URL: variable(baseUrl, 'the address of a server that answers like Polygon'),
  STRIPE_SECRET_KEY: secret(
    'a secret key of Stripe, such as sk_live_…',
    secretText.refine((key) => !/^(?:pk|whsec)_/.test(key)),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    'the signing secret of the webhook at Stripe, such as whsec_…',
    secretText.refine((key) => !/^(?:sk|pk|rk)_/.test(key)),
  ),
  STRIPE_API_BASE: variable(origin, 'the address of a server that answers like Stripe, without a path'),
  PRO_TRIAL_DAYS: variable(
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((days) => days <= 365),
    'a whole number of days from 0 to 365',
  ),
  AI_PROVIDER: variable(z.enum(AI_PROVIDERS), AI_PROVIDERS.join(', ')),
  AI_BASE_URL: variable(httpUrl, 'the address of an OpenAI-compatible API'),
  AI_MODEL: variable(z.string(), 'the name of a model'),
  AI_API_KEY: secret('the key for the model’s API'),
  AI_DAILY_TOKENS: variable(tokenCount, 'a number of tokens, such as 2000000'),
  AI_DAILY_TOKENS_PER_USER: variable(tokenCount, 'a number of tokens, such as 300000'),
  SMTP_URL: {
    ...variable(smtpUrl, 'the address of a mail server such as smtps://user:password@mail.example.com'),
    secret: true,
  },
  MAIL_FROM: variable(mailbox, 'a sender such as ballast@example.com or Ballast <ballast@example.com>'),
  SUPPORT_EMAIL: variable(z.email(), 'an e-mail address'),
  TRUSTED_PROXIES: variable(
    z
      .string()
      .transform(list)
      .refine((parts) => parts.every(isAddressOrRange)),
    'addresses or ranges such as 10.0.0.0/8, with commas between them',
  ),
  RATE_LIMITS: variable(
    z.union([
      z.literal('off'),
      z
        .string()
        .regex(/^\d+(?:\.\d+)?$/)
        .transform(Number)
        .refine((factor) => factor > 0),
    ]),
    'a factor above 0 for every request limit, or off',
  ),
  METRICS_TOKEN: secret(
    'a random text of at least 20 characters, which your metrics collector sends as a bearer token',
    secretText.refine((text) => text.length >= 20),
  ),
  BACKUP_KEY: secret(
    'a random text of at least 20 characters, which encrypts backups',
    secretText.refine((text) => text.length >= 20),
  ),
  LOG_LEVEL: variable(z.enum(LOG_LEVELS), LOG_LEVELS.join(', ')),
}

type Name = keyof typeof VARIABLES
type Values = { [N in Name]: ((typeof VARIABLES)[N] extends Variable<infer T> ? T : never) | undefined }

/** Names of all variables that Ballast reads. */
export const VARIABLE_NAMES = Object.keys(VARIABLES) as readonly Name[]

/**
 * Reads the configuration. An empty variable counts as absent.
 *
 * @throws ConfigError naming every variable that is wrong, what was found (never a secret) and what is expected
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = []
  const values = Object.fromEntries(
    VARIABLE_NAMES.map((name) => [name, parseVariable(name, environment[name]?.trim() || undefined, problems)]),
  ) as Values
  const config = toConfig(values)
  // What is told of as wrong is not told of as missing, too.
  const told = new Set(problems.flatMap(listNames))
  problems.push(
    ...findContradictions(values, config).filter((words) => !listNames(words).some((name) => told.has(name))),
  )
  if (problems.length > 0)
    throw new ConfigError(
      `Ballast cannot start with this environment:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
  return config
}

/** The variables that a problem is about: it begins with their names. */
const listNames = (problem: string) => problem.slice(0, problem.indexOf(':')).split(' and ')

function parseVariable(name: Name, text: string | undefined, problems: string[]): unknown {
  if (text === undefined) return undefined
  const { schema, expected, secret: isSecret }: Variable<unknown> = VARIABLES[name]
  const result = schema.safeParse(text)
  if (result.success) return result.data
  const found = isSecret ? 'a value that is not shown here because it may be secret' : JSON.stringify(text)
  problems.push(`${name}: found ${found}, expected ${expected}.`)
  return undefined
}

function toConfig(values: Values): Config {
  const listeningPort = values.PORT ?? 3000
  const host = values.HOST ?? '127.0.0.1'
  const publicUrl = values.PUBLIC_URL ?? new URL(`http://127.0.0.1:${listeningPort}`)
  // The sandboxes of payments and mail are for whoever sits here, and a demo is for strangers.
  const isOwnMachine = isLoopback(host) && isLoopback(publicUrl.hostname) && !values.DEMO
  return {
    port: listeningPort,
    host,
    publicUrl,
    dataDir: values.DATA_DIR ?? '.data',
    databaseUrl: values.DATABASE_URL,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    identity: values.OIDC_ISSUER
      ? {
          kind: 'external',
          issuer: values.OIDC_ISSUER,
          clientId: values.OIDC_CLIENT_ID ?? '',
          clientSecret: values.OIDC_CLIENT_SECRET,
        }
      : { kind: values.DEMO ? 'demo' : 'embedded' },
    adminEmails: new Set(values.ADMIN_EMAILS?.map((email) => email.toLowerCase())),
    marketData: {
      requested: values.MARKET_DATA ?? 'auto',
      polygonApiKey: values.POLYGON_API_KEY,
      yahooBaseUrl: values.YAHOO_BASE_URL,
      polygonBaseUrl: values.POLYGON_BASE_URL,
    },
    billing:
      values.STRIPE_SECRET_KEY !== undefined && values.STRIPE_WEBHOOK_SECRET !== undefined
        ? {
            kind: 'stripe',
            secretKey: values.STRIPE_SECRET_KEY,
            webhookSecret: values.STRIPE_WEBHOOK_SECRET,
            apiBase: values.STRIPE_API_BASE,
          }
        : { kind: isOwnMachine ? 'sandbox' : 'none' },
    ai:
      values.AI_MODEL !== undefined
        ? {
            provider: values.AI_PROVIDER ?? 'openai-compatible',
            model: values.AI_MODEL,
            baseUrl: values.AI_BASE_URL,
            apiKey: values.AI_API_KEY,
            dailyTokens: {
              user: values.AI_DAILY_TOKENS_PER_USER ?? DAILY_TOKENS_PER_USER,
              all: values.AI_DAILY_TOKENS ?? DAILY_TOKENS,
            },
          }
        : undefined,
    mail:
      values.SMTP_URL !== undefined && values.MAIL_FROM !== undefined
        ? { kind: 'smtp', url: values.SMTP_URL, from: values.MAIL_FROM }
        : { kind: isOwnMachine ? 'local' : 'none' },
    proTrialDays: values.PRO_TRIAL_DAYS ?? DEFAULT_TRIAL_DAYS,
    supportEmail: values.SUPPORT_EMAIL,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    rateLimits: values.RATE_LIMITS ?? 1,
    logLevel: values.LOG_LEVEL ?? 'info',
    metricsToken: values.METRICS_TOKEN,
    backupKey: values.BACKUP_KEY,
  }
}

/** Settings that a public demo must not have. */
const NOT_IN_DEMO = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'ADMIN_EMAILS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'AI_MODEL',
  'SMTP_URL',
  'SUPPORT_EMAIL',
] as const satisfies readonly Name[]

/** Settings that are right each for itself and wrong together. */
function findContradictions(values: Values, config: Config): string[] {
  const isLocal = isLoopback(config.host) && isLoopback(config.publicUrl.hostname)
  const here = `HOST is ${config.host} and PUBLIC_URL is ${config.publicUrl.origin}`
  const rules: [boolean, string][] = [
    [
      values.DEMO === true && values.MARKET_DATA !== 'sample',
      `MARKET_DATA: found ${values.MARKET_DATA ?? 'nothing'}, expected sample, because DEMO is on. A demo shows only simulated data.`,
    ],
    ...NOT_IN_DEMO.map((name): [boolean, string] => [
      values.DEMO === true && values[name] !== undefined,
      `${name}: found a value, expected nothing, because DEMO is on. A demo has no accounts, sends and sells nothing, and asks no model.`,
    ]),
    [
      config.databaseUrl !== undefined && config.marketData.requested === 'auto',
      'MARKET_DATA: found auto (or nothing), expected one of yahoo, polygon or sample. All servers on one DATABASE_URL must share it.',
    ],
    [
      config.marketData.requested === 'polygon' && config.marketData.polygonApiKey === undefined,
      'POLYGON_API_KEY: found nothing, expected your key at Polygon (Massive). MARKET_DATA is polygon.',
    ],
    [
      values.MIGRATION_DATABASE_URL !== undefined && values.DATABASE_URL === undefined,
      'DATABASE_URL: found nothing, expected the address of the database, because MIGRATION_DATABASE_URL is set.',
    ],
    [
      config.identity.kind === 'embedded' && !isLocal,
      `OIDC_ISSUER: found nothing, expected an address for sign-in by OpenID Connect. The embedded sign-in lets anybody in, so it serves only this machine (${here}).`,
    ],
    [
      config.identity.kind === 'embedded' && isLocal && config.publicUrl.protocol === 'https:',
      `PUBLIC_URL: found ${config.publicUrl.origin}, expected http://${config.publicUrl.host}, because the embedded sign-in is served without TLS, or OIDC_ISSUER for another sign-in.`,
    ],
    [
      values.OIDC_ISSUER !== undefined && values.OIDC_CLIENT_ID === undefined,
      'OIDC_CLIENT_ID: found nothing, expected the client id that the issuer gave, because OIDC_ISSUER is set.',
    ],
    [
      values.OIDC_ISSUER === undefined && (values.OIDC_CLIENT_ID ?? values.OIDC_CLIENT_SECRET) !== undefined,
      'OIDC_ISSUER: found nothing, expected the address of the issuer, because OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is set.',
    ],
    [
      config.rateLimits === 'off' && !isLocal,
      `RATE_LIMITS: found off, expected a factor above 0, because off is for this machine only (${here}).`,
    ],
    [
      (values.STRIPE_SECRET_KEY === undefined) !== (values.STRIPE_WEBHOOK_SECRET === undefined),
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: found only one of them, expected both or neither.',
    ],
    [
      values.STRIPE_API_BASE !== undefined && (values.STRIPE_SECRET_KEY ?? values.STRIPE_WEBHOOK_SECRET) === undefined,
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: found neither, expected both, because STRIPE_API_BASE is set.',
    ],
    [
      (values.SMTP_URL === undefined) !== (values.MAIL_FROM === undefined),
      'SMTP_URL and MAIL_FROM: found only one of them, expected both or neither.',
    ],
    [
      values.AI_MODEL === undefined && (values.AI_PROVIDER ?? values.AI_BASE_URL ?? values.AI_API_KEY) !== undefined,
      'AI_MODEL: found nothing, expected the name of a model, because another AI_ setting is there.',
    ],
    [
      config.ai?.provider === 'openai-compatible' && config.ai.baseUrl === undefined,
      'AI_BASE_URL: found nothing, expected the address of the API. AI_PROVIDER openai-compatible (or nothing) needs it.',
    ],
    [
      (config.ai?.provider === 'openai' || config.ai?.provider === 'anthropic') && config.ai.apiKey === undefined,
      `AI_API_KEY: found nothing, expected the key for the model’s API, because AI_PROVIDER is ${config.ai?.provider}.`,
    ],
  ]
  return rules.filter(([broken]) => broken).map(([, words]) => words)
}

/** True for keys of Stripe with which no money moves. */
export const hasTestKeys = ({ billing }: Config): boolean =>
  billing.kind === 'stripe' && /^[rs]k_test_/.test(billing.secretKey)

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** True for a host that only this machine can reach. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (host === 'localhost') return true
  const family = isIP(host)
  return family !== 0 && LOOPBACK.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
