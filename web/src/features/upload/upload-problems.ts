import { ApiError, type Problem } from '@ballast/contract'

export interface UploadProblems {
  /** The first ones, as many as the server lists. */
  listed: readonly Problem[]
  /** How many there are in all. */
  count: number
}

/** The problems in a refused upload, or undefined when it failed for another reason than its content. */
export function toUploadProblems(error: unknown): UploadProblems | undefined {
  const body = error instanceof ApiError ? error.body : undefined
  if (!Array.isArray(body?.details) || body.details.length === 0) return undefined
  return { listed: body.details, count: body.problemCount ?? body.details.length }
}

/** Where a problem is, in words: `Row 14, column "shares"`; `Whole text` when no place is named. */
export function toPlace({ row, column }: Problem): string {
  const parts = [row === undefined ? '' : `Row ${row}`, column === undefined ? '' : `column "${column}"`].filter(
    Boolean,
  )
  const place = parts.join(', ')
  return place === '' ? 'Whole text' : capitalise(place)
}

/**
 * Says what is wrong there and how to mend it: the message without the place, which stands before it in the list. It
 * begins with a capital, unless with what was found, in its quotes.
 */
export function toProblemText(problem: Problem): string {
  const { message } = problem
  const prefix = `${toPlace(problem)}: `
  return capitalise(message.toLowerCase().startsWith(prefix.toLowerCase()) ? message.slice(prefix.length) : message)
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
