import type { PolicyState } from '@ballast/contract'

/** Title of the message about a change to a state. */
export const STATE_TITLES: Record<PolicyState, string> = {
  holds: 'Your hedge holds its limit again',
  'too-little': 'Your hedge is too small now',
  decayed: 'Your hedge protects less than you asked for',
  'paid-out': 'Your hedge has paid out',
  'more-than-needed': 'Your hedge is larger than needed',
  'expires-soon': 'Your hedge expires soon',
  expired: 'Your hedge has ended',
  'cannot-be-judged': 'Your hedge could not be checked',
}
