import { z } from 'zod'

/**
 * Who may call: `public` anyone, `visitor` anyone, who is recognised if signed in, `signed-in` a user for what is theirs,
 * `admin` a user whose `isAdmin` is 1.
 */
export type Access = 'public' | 'visitor' | 'signed-in' | 'admin'

/** Which budget of requests a call draws on; the figures are in `limits.ts`. `none` is for probes, which are never limited. */
export type RateLimitClass =
  | 'default'
  | 'login'
  | 'upload'
  | 'ocr'
  | 'ai'
  | 'compute'
  | 'refresh'
  | 'search'
  | 'export'
  | 'none'

/** `json` answers are parsed on both sides; a `file` is a download; a `redirect` is for browser navigation. */
export type CallKind = 'json' | 'file' | 'redirect'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** With `:name` for path parameters, as in `/api/portfolios/:portfolioId`. */
  path: `/api/${string}`
  access: Access
  kind: CallKind
  summary: string
  tag: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * Files come as `multipart/form-data` in this field, repeated for each. A call that also has a `body` takes JSON instead
   * when no files are sent.
   */
  filesField?: string
  response: z.ZodType
  /** Refusals of this call's own beside those that every call of its kind has: status, and when it is given. */
  failures?: Readonly<Record<number, string>>
  /** Largest accepted body in bytes; absent means the ordinary limit of `limits.ts`. */
  bodyLimit?: number
  rateLimit: RateLimitClass
  /** True for a call that proves itself by a signature over its raw body instead of a session; no browser makes it. */
  signed?: boolean
  /**
   * True for what may cost tokens: the `Idempotency-Key` header names one click, which is charged once however often it is
   * sent.
   */
  isCharged?: boolean
  /** True for what a public demo refuses: what sends, sells, shares or lets another program in. */
  closedInDemo?: true
  /** Another budget, drawn on instead by requests whose query holds these values. */
  rateLimitWhen?: { query: Readonly<Record<string, string>>; rateLimit: Exclude<RateLimitClass, 'none'> }
}

type CallDefinition = Omit<Call, 'tag' | 'access' | 'kind' | 'response' | 'rateLimit'> & {
  /** `signed-in` when left out. */
  access?: Access
  kind?: CallKind
  response?: z.ZodType
  rateLimit?: RateLimitClass
}

type Defaults<D extends CallDefinition> = {
  tag: string
  access: D['access'] extends Access ? D['access'] : 'signed-in'
  kind: D['kind'] extends CallKind ? D['kind'] : 'json'
  response: D['response'] extends z.ZodType ? D['response'] : z.ZodUnknown
  rateLimit: D['rateLimit'] extends RateLimitClass ? D['rateLimit'] : 'default'
}

/**
 * One call of the API, written once: the server mounts it, the browser makes it, OpenAPI documents it.
 *
 * @param tag chapter of the documentation
 */
export function defineCall<const D extends CallDefinition>(tag: string, definition: D): D & Defaults<D> {
  const defaults = { tag, access: 'signed-in', kind: 'json', rateLimit: 'default', response: z.unknown() }
  return { ...defaults, ...definition } as D & Defaults<D>
}

/** An object of the API under the name that its documentation gives it. */
export const defineObject = <S extends z.core.$ZodLooseShape>(id: string, shape: S) => z.object(shape).meta({ id })
