// Tests: http.test.ts

import { CLOSED_IN_DEMO_MESSAGE, DEMO_LIMITS, type ErrorBody, LIMITS, type Problem } from '@ballast/contract'

interface AppErrorFields {
  status: number
  error: string
  details?: string | Problem[]
  problemCount?: number
  /** Sent as `message` beside the flags. */
  publicMessage?: string
  requiresUpgrade?: true
  requiresPurchase?: true
  url?: string
  retryAfterSeconds?: number
}

/** A failure with words for the person who made the request. Everything else becomes a bland 500. Made by `errors`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly fields: AppErrorFields

  constructor(fields: AppErrorFields, cause?: unknown) {
    super(fields.error, { cause })
    this.fields = fields
  }

  /** The JSON that is sent. */
  toBody(requestId: string): ErrorBody {
    const { status: _status, retryAfterSeconds: _retryAfter, publicMessage, ...body } = this.fields
    return { ...body, ...(publicMessage !== undefined && { message: publicMessage }), requestId }
  }
}

/** Every refusal that the API gives, made in one place. */
export const errors = {
  /** @param error what is wrong and how to mend it */
  badRequest: (error: string, details?: string, cause?: unknown) =>
    make({ status: 400, error, ...(details !== undefined && { details }) }, cause),

  /**
   * A form or file with problems: all are counted, the first are listed, and the first of all is the message.
   *
   * @param problemCount how many there are when `problems` holds only the first
   */
  invalid: (problems: readonly Problem[], error = summarise(problems), problemCount = problems.length) =>
    make({
      status: 400,
      error,
      details: problems.slice(0, LIMITS.listedProblems),
      ...(problemCount > LIMITS.listedProblems && { problemCount }),
    }),

  unauthorized: () => make({ status: 401, error: 'You are not signed in. Sign in and try again.' }),

  /** For programs, which sign in by an access token. */
  tokenRequired: () =>
    make({
      status: 401,
      error: 'This needs an access token that is valid. Make one on the account page and send it as a bearer token.',
    }),

  /** @param error who may do this */
  forbidden: (error: string) => make({ status: 403, error }),

  adminOnly: () => errors.forbidden('Access Denied: This page is only accessible to administrators.'),

  closedInDemo: () => errors.forbidden(CLOSED_IN_DEMO_MESSAGE),

  demoFull: () =>
    make({
      status: 503,
      error: 'The demo has as many visitors as it can. Try again in an hour, or run Ballast on your own machine.',
      retryAfterSeconds: 3_600,
    }),

  demoFullForAddress: () =>
    make({
      status: 429,
      error: `Your address has begun ${DEMO_LIMITS.visitorsPerAddress} demos today, the most it can. Go on in one of them, or come back tomorrow.`,
      retryAfterSeconds: 3_600,
    }),

  /** For whoever looks for a sign-in where nobody has an account. */
  demoHasNoSignIn: () =>
    make({
      status: 404,
      error: 'This is a public demo without accounts. Open the front page and start the demo there.',
    }),

  crossSite: () =>
    errors.forbidden(
      'This request did not come from Ballast’s own pages. Scripts must send an Origin header with its address.',
    ),

  upgradeRequired: (message: string) =>
    make({ status: 403, error: 'PRO Feature', publicMessage: message, requiresUpgrade: true }),

  purchaseRequired: (message: string) =>
    make({ status: 403, error: 'No Tokens Remaining', publicMessage: message, requiresPurchase: true }),

  /** The same for what does not exist and for what belongs to somebody else. @param what such as "portfolio" */
  notFound: (what: string) => make({ status: 404, error: `There is no such ${what}.` }),

  methodNotAllowed: () => make({ status: 405, error: 'This method is not served.' }),

  /** @param error what was there once, and what to do instead */
  gone: (error: string) => make({ status: 410, error }),

  /** @param error which limit or state is in the way, and what to do about it. @param url where to do it */
  conflict: (error: string, url?: string) => make({ status: 409, error, ...(url !== undefined && { url }) }),

  tooLarge: (limitBytes: number) =>
    make({ status: 413, error: `The request is too large. At most ${toBinaryUnits(limitBytes)} are accepted here.` }),

  unsupportedMediaType: () =>
    make({ status: 415, error: 'Send JSON with content-type application/json, in UTF-8 and not compressed.' }),

  /** @param field of the multipart body that the files belong into */
  expectedFiles: (field: string) =>
    make({
      status: 415,
      error: `Send the files as multipart/form-data, each in the field "${field}", not compressed.`,
    }),

  /** @param error which file is of a kind that is not read, and what to do instead */
  unsupportedFile: (error: string) => make({ status: 415, error }),

  /** @param error which file is too large, the limit, and what to do instead */
  fileTooLarge: (error: string) => make({ status: 413, error }),

  /** @param error why the request, though well formed, has no answer, and what would have one */
  unprocessable: (error: string) => make({ status: 422, error }),

  tooManyRequests: (retryAfterSeconds: number) =>
    make({
      status: 429,
      error: `Too many requests. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
      retryAfterSeconds,
    }),

  /** @param budget mails that one user can have sent in a day */
  tooManyMails: (budget: number) =>
    make({
      status: 429,
      error: `Ballast mails at most ${budget} invitations a day for you. Create one without an address, and send its link.`,
    }),

  /** @param error what cannot be done right now */
  unavailable: (error: string, cause?: unknown) => make({ status: 503, error, retryAfterSeconds: 5 }, cause),

  /** A service that this answer depends on replied, but with something that cannot be used. @param error what, and what to do */
  unusableReply: (error: string) => make({ status: 424, error }),

  /** The identity provider, or another service that this one needs, failed. */
  badGateway: (error: string, cause?: unknown) => make({ status: 502, error }, cause),

  internal: (cause: unknown) =>
    make({ status: 500, error: 'Something went wrong on our side. It has been logged; please try again.' }, cause),

  /** A refusal that the web framework makes by itself, such as a malformed address. */
  ofStatus: (status: number) => make({ status, error: STATUS_WORDS[status] ?? 'The request could not be understood.' }),
}

const STATUS_WORDS: Record<number, string> = {
  404: 'There is nothing at this address.',
  405: 'This method is not served.',
  408: 'The request took too long to arrive.',
  414: 'The address is too long.',
  431: 'The request’s headers are too large.',
}

const make = (fields: AppErrorFields, cause?: unknown) => new AppError(fields, cause)

const KIB = 1024

const toBinaryUnits = (bytes: number) =>
  bytes < KIB * KIB ? `${bytes / KIB} KiB` : `${Number((bytes / KIB / KIB).toFixed(1))} MiB`

function summarise(problems: readonly Problem[]): string {
  const first = problems[0]?.message ?? 'The request is not valid.'
  return problems.length > 1 ? `${first} (and ${problems.length - 1} more)` : first
}
