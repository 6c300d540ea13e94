/** A browser without a screen: it keeps cookies, follows redirects by hand and says where its requests come from. */
export class ApiClient {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** One request to a path of the server, or to an address it redirected to. */
  async request(target: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(target, this.#origin)
    const headers = new Headers(init.headers)
    headers.set('cookie', this.cookieHeader())
    headers.set('origin', this.#origin)
    // A kept connection may be closed by the server while a busy test is not looking, and then a POST is lost.
    headers.set('connection', 'close')
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return response
  }

  /** The cookies held now, as a request carries them. */
  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Send a JSON body; without one, an empty request. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    if (body === undefined) return this.request(path, { method })
    return this.request(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  /** GET a path that must answer 200, parsed. */
  async getJson<T>(path: string): Promise<T> {
    const response = await this.request(path)
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  /** Sign in at the embedded identity provider, filling its form as a person would. */
  async signIn(email: string, name = 'Test Person'): Promise<void> {
    const page = await this.follow(await this.request('/api/login'))
    const form = toForm(await page.text())
    const fields = new URLSearchParams({ ...form.fields, email, name })
    const posted = await this.request(new URL(form.action, page.url).href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields.toString(),
    })
    const end = await this.follow(posted)
    const user = await this.request('/api/auth/user')
    if (user.status !== 200) throw new Error(`Sign-in as ${email} ended with ${end.status}: ${await end.text()}`)
  }

  /** Follow redirects to the page they end at. */
  async follow(response: Response): Promise<Response> {
    let last = response
    let url = response.url
    for (let hop = 0; hop < 10 && last.status >= 300 && last.status < 400; hop += 1) {
      url = new URL(last.headers.get('location') ?? '', url).href
      last = await this.request(url)
    }
    return last
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    const isExpired = attributes.some((attribute) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(attribute))
    if (isExpired || value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

/** The first form of a page: where it goes and its hidden fields. */
function toForm(html: string): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]*\baction="([^"]*)"/.exec(html)?.[1]
  const hidden = [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)?.[1] ?? '',
    /value="([^"]*)"/.exec(tag)?.[1] ?? '',
  ])
  return { action: action ?? '', fields: Object.fromEntries(hidden) }
}
