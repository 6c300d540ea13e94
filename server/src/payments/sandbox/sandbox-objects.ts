import { randomBytes } from 'node:crypto'
import type { SandboxObject } from './sandbox-store.repository.ts'

/*
 * Stripe's objects as far as this product reads them. Times are seconds since 1970, amounts cents.
 * https://docs.stripe.com/api
 */

export interface SandboxSession extends SandboxObject {
  mode: 'subscription' | 'payment'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  customer: string
  client_reference_id: string | null
  amount_total: number
  currency: string
  payment_intent: string | null
  subscription: string | null
  success_url: string
  cancel_url: string
  url: string
  created: number
  /** Only ours: what the page shows and the subscription begins with. */
  sandbox: { name: string; trialDays: number }
}

export interface SandboxSubscription extends SandboxObject {
  customer: string
  status: 'active' | 'trialing' | 'past_due' | 'canceled'
  cancel_at_period_end: boolean
  cancel_at: number | null
  trial_end: number | null
  created: number
  ended_at: number | null
  /** Instant whose day of the month the periods keep; absent from what older versions stored. */
  billing_cycle_anchor?: number
  items: { data: [{ current_period_start: number; current_period_end: number }] }
  latest_invoice: string
  sandbox: { name: string; amount: number; currency: string }
}

export interface SandboxInvoice extends SandboxObject {
  customer: string
  status: 'paid' | 'open'
  amount_due: number
  amount_paid: number
  currency: string
  created: number
  status_transitions: { paid_at: number | null }
  parent: { subscription_details: { subscription: string } }
  payments: { data: { payment: { payment_intent: string } }[] }
}

export interface SandboxCharge extends SandboxObject {
  customer: string
  payment_intent: string
  amount: number
  amount_refunded: number
  currency: string
  disputed: boolean
  created: number
  description: string
}

export interface SandboxPortal extends SandboxObject {
  customer: string
  return_url: string
}

/** An id as Stripe makes them, such as `cs_test_…`; nobody can guess one. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(18).toString('hex')}`

/** The anchor's day in the next month, or the last one of a shorter month. */
export function addMonth(seconds: number, anchor: number): number {
  const date = new Date(seconds * 1_000)
  const day = new Date(anchor * 1_000).getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return Math.floor(date.getTime() / 1_000)
}
