/** A problem of a request, as the schema library tells of it. */
export interface SchemaProblem {
  /** Kind of the problem, such as `too_big`. */
  keyword: string
  message?: string | undefined
  params: Record<string, unknown>
}

// The library's own messages do not say which field they mean, and speak to whoever wrote the schema; ours do neither.
const LIBRARY_WORDS = /^(?:Invalid|Too|Unrecognized|Expected)\b/

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Record<string, string> = { uuid: 'a UUID.', date: 'a date. Write it like 2026-01-31.' }

/**
 * A problem in words for whoever made the request.
 *
 * @param place where it is, such as `Row 3, "shares"`
 */
export function toProblemWords({ keyword, message = 'Invalid', params }: SchemaProblem, place: string): string {
  if (!LIBRARY_WORDS.test(message)) return message
  switch (keyword) {
    case 'invalid_type':
      return describeKind(place, params, message)
    case 'invalid_value':
      return `${place} must be one of ${asList(params.values)}.`
    case 'too_big':
      return `${place} is too ${sizeOf(params).much}: ${params.inclusive === false ? 'less than' : 'at most'} ${sizeOf(params).limit}.`
    case 'too_small':
      return describeTooSmall(place, params)
    case 'unrecognized_keys':
      return `${place} has fields that are not expected here: ${asList(params.keys)}.`
    case 'invalid_format':
      return `${place} is not ${FORMATS[String(params.format)] ?? 'written as it should be.'}`
    default:
      return `${place} is not what is expected here.`
  }
}

function describeKind(place: string, { expected }: SchemaProblem['params'], message: string): string {
  const found = /received (\w+)$/.exec(message)?.[1] ?? ''
  if (found === 'undefined') return `${place} is missing.`
  const wanted = KINDS[String(expected)] ?? String(expected)
  // It has digits after the point: a number all the same.
  if (expected === 'int' && found === 'number') return `${place} must be ${wanted}.`
  const what = found === 'null' ? 'nothing' : KINDS[found]
  return `${place} must be ${wanted}${what === undefined || what === wanted ? '' : `; found ${what}`}.`
}

function describeTooSmall(place: string, params: SchemaProblem['params']): string {
  const { origin, minimum, inclusive } = params
  if (origin !== 'number' && minimum === 1) return `${place} is empty.`
  const { little, limit } = sizeOf({ ...params, maximum: minimum })
  return `${place} is too ${little}: ${inclusive === false ? 'more than' : 'at least'} ${limit}.`
}

function sizeOf({ origin, maximum }: SchemaProblem['params']): { much: string; little: string; limit: string } {
  const limit = Number(maximum).toLocaleString('en-US')
  if (origin === 'string') return { much: 'long', little: 'short', limit: `${limit} characters` }
  if (origin === 'array') return { much: 'long', little: 'short', limit: `${limit} entries` }
  return { much: 'large', little: 'small', limit }
}

const asList = (values: unknown) => (Array.isArray(values) ? values.map(String).join(', ') : String(values))
