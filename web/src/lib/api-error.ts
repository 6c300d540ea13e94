import { type ErrorBody, errorBodySchema } from '@ballast/contract'

/** An answer of the API that is not 2xx. `message` is for logs; people read `toUserMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The body when it is one of our error bodies; a proxy in between may answer otherwise. */
  readonly body: ErrorBody | undefined

  constructor(status: number, text: string, body: ErrorBody | undefined) {
    super(`${status}: ${text}`)
    this.status = status
    this.body = body
  }
}

/** Reads what a failed response has to say; never throws on a body of the wrong kind. */
export async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  return new ApiError(response.status, text || response.statusText, parseErrorBody(text))
}

/** The error body in a JSON text, or `undefined` when it is none. */
export function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    return errorBodySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
