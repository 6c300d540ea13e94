import type { FakeStripe } from '../../../server/src/payments/testing/fake-stripe.ts'
import { ApiClient } from '../api-client.ts'
import { HEDGEABLE_CSV, toCsv } from '../sample-files.ts'
import type { Call } from './plan.ts'

/** Whoever waits longer than this goes away. */
const PATIENCE_MILLISECONDS = 8_000
const ROWS = 40
const HEDGEABLE_ROWS = HEDGEABLE_CSV.split('\n').length - 1

interface Upload {
  rows: number
  /** Its id once it was acknowledged. */
  id?: string
  deletion?: 'asked' | 'acknowledged'
}

/** How a call ended: its status, or `gone` when there was no answer, or none in time. */
export type CallEnd = number | 'gone'

/** One person: what they ask for, and what they were told. */
export class SimulatedUser {
  readonly id: string
  /** By name, also those of which nobody knows what became of them. */
  readonly uploads = new Map<string, Upload>()
  /** Keys of analyses, with the id of the answer that was given. */
  readonly analyses = new Map<string, string | undefined>()
  /** Checkout sessions that were paid. */
  readonly paid = new Set<string>()
  /** Answers that no server of ours may give. */
  readonly wrongAnswers: string[] = []
  readonly #client: ApiClient
  readonly #stripe: FakeStripe
  #number = 0

  private constructor(client: ApiClient, stripe: FakeStripe, id: string) {
    this.#client = client
    this.#stripe = stripe
    this.id = id
  }

  static async signIn(url: string, email: string, stripe: FakeStripe): Promise<SimulatedUser> {
    const client = new ApiClient(url)
    await client.signIn(email)
    const { id } = await client.getJson<{ id: string }>('/api/auth/user')
    const user = new SimulatedUser(client, stripe, id)
    await user.#upload('held', HEDGEABLE_CSV, HEDGEABLE_ROWS)
    return user
  }

  make(what: Call['what']): Promise<CallEnd> {
    this.#number += 1
    const calls: Record<Call['what'], () => Promise<CallEnd>> = {
      upload: () => this.#upload(`upload ${this.#number}`, toCsv(ROWS), ROWS),
      look: async () => (await this.#ask('GET', '/api/portfolios')).end,
      price: async () => (await this.#ask('GET', `/api/portfolios/${this.#held()}/prices`)).end,
      analyse: () => this.#analyse(`analysis ${this.#number}`),
      repeat: () => this.#analyse([...this.analyses.keys()].at(-1) ?? 'first'),
      buy: () => this.#buy(),
      delete: () => this.#delete(),
    }
    return calls[what]()
  }

  async #upload(name: string, data: string, rows: number): Promise<CallEnd> {
    const upload: Upload = { rows }
    this.uploads.set(name, upload)
    const { end, body } = await this.#ask('POST', '/api/portfolios/upload', { name, data })
    if (end === 200) upload.id = (body as { id: string }).id
    // A refusal is an answer, too: nothing of it may be there.
    else if (typeof end === 'number' && end < 500) this.uploads.delete(name)
    return end
  }

  #held(): string {
    return this.uploads.get('held')?.id ?? ''
  }

  async #analyse(key: string): Promise<CallEnd> {
    if (!this.analyses.has(key)) this.analyses.set(key, undefined)
    const path = `/api/portfolios/${this.#held()}/analyze-hedges`
    const { end, body } = await this.#ask('POST', path, {}, { 'idempotency-key': key })
    if (end !== 200) return end
    const answer = JSON.stringify(body)
    const before = this.analyses.get(key)
    if (before !== undefined && before !== answer) this.wrongAnswers.push(`another answer to the key "${key}"`)
    this.analyses.set(key, answer)
    return end
  }

  async #buy(): Promise<CallEnd> {
    const { end, body } = await this.#ask('POST', '/api/stripe/create-token-checkout', { packageId: 'small' })
    if (end !== 200) return end
    const sessionId = (body as { url: string }).url.split('/').at(-1) ?? ''
    await this.#stripe.plays.pay(sessionId)
    this.paid.add(sessionId)
    return end
  }

  async #delete(): Promise<CallEnd> {
    const found = [...this.uploads.values()].find(({ id, deletion }) => id && id !== this.#held() && !deletion)
    if (!found) return 200
    found.deletion = 'asked'
    const { end } = await this.#ask('DELETE', `/api/portfolios/${found.id}`)
    if (end === 200) found.deletion = 'acknowledged'
    return end
  }

  async #ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const init: RequestInit = { method, signal: AbortSignal.timeout(PATIENCE_MILLISECONDS), headers }
    if (body !== undefined) {
      init.headers = { ...headers, 'content-type': 'application/json' }
      init.body = JSON.stringify(body)
    }
    try {
      const response = await this.#client.request(path, init)
      const text = await response.text()
      this.#judge(`${method} ${path}`, response.status, text)
      return { end: response.status as CallEnd, body: JSON.parse(text) as unknown }
    } catch {
      return { end: 'gone' as CallEnd, body: undefined }
    }
  }

  /** Whatever fails, it says so in JSON and words, and nothing fails in a way that nobody foresaw. */
  #judge(call: string, status: number, text: string) {
    const isWhole = /^\s*[{[]/.test(text) && (status < 400 || /"error":/.test(text))
    if (status === 500 || !isWhole) this.wrongAnswers.push(`${call}: ${status} ${text.slice(0, 200)}`)
  }
}
