import { type CurrentUser, getVisitor, login, logout, toCallUrl, type User } from '@ballast/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { followAccount } from './account-preferences.ts'
import { callApi } from './call-api.ts'
import { applyStoredTheme } from './theme.ts'

export const currentUserKey = [getVisitor.path] as const

/** The signed-in user; `null` when nobody is, which is an answer and not an error. */
export const currentUserQuery = queryOptions({
  queryKey: currentUserKey,
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    const user = followAccount((await callApi(getVisitor, { signal })).user)
    applyStoredTheme()
    return user
  },
})

export function useCurrentUser() {
  return useQuery(currentUserQuery)
}

/** Where a sign-in button leads; the visitor comes back to the page they wanted. */
export function toLoginUrl(returnTo: string): string {
  return toCallUrl(login, returnTo === '/' ? {} : { query: { returnTo } })
}

export const LOGOUT_URL = toCallUrl(logout)

/** First name, else e-mail. */
export function toDisplayName(user: User): string {
  return user.firstName || user.email || 'Account'
}

/** First and last name, else e-mail. */
export function toFullName(user: User): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email || 'Account'
}

/** First letters of first and last name; else of the e-mail; else `U`. */
export function toInitials(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  const names = `${firstLetter(user.firstName)}${firstLetter(user.lastName)}`
  return names || firstLetter(user.email) || 'U'
}

function firstLetter(text: string | null): string {
  // By code point: half of a surrogate pair is no letter.
  return [...(text?.trim() ?? '')][0]?.toUpperCase() ?? ''
}
