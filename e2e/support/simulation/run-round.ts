import { setTimeout as sleep } from 'node:timers/promises'
import { auditTokens } from '../../../server/src/accounts/testing/pro-user.ts'
import type { SignedEvent } from '../../../server/src/payments/testing/fake-stripe.ts'
import type { Round } from './plan.ts'
import type { CallEnd } from './simulated-user.ts'
import type { SimulatedWorld } from './world.ts'

const HEALED_WITHIN_MILLISECONDS = 20_000
const PATIENCE_MILLISECONDS = 8_000
const CREDITED_WITHIN_MILLISECONDS = 20_000

/** Events that the server has not acknowledged yet; Stripe sends them again, and so do we. */
export type Mail = SignedEvent[]

/**
 * Makes a round's calls in its weather, then lets the sun out and looks at what is really stored.
 *
 * @returns how the calls ended, and what is wrong; nothing is, when the server keeps its promises
 */
export async function runRound(
  world: SimulatedWorld,
  round: Round,
  mail: Mail,
): Promise<{ ends: CallEnd[]; wrong: string[] }> {
  const { weather, calls } = round
  const { proxies, users } = world
  const pid = world.server().pid
  if (weather.kind === 'fault') proxies[weather.link].setFault(weather.fault)
  const making = Promise.all(calls.map(({ user, what }) => users[user]!.make(what)))
  if (weather.kind === 'kill') {
    await sleep(weather.afterMilliseconds)
    await world.killAndRestart()
  }
  const ends = await making
  await deliver(world, mail)
  for (const proxy of Object.values(proxies)) proxy.setFault()
  const isReady = () => isOk(fetch(`${world.server().url}/api/ready`, { headers: { connection: 'close' } }))
  const healed = await becomesTrue(isReady, HEALED_WITHIN_MILLISECONDS)
  const wrong = [
    ...(healed ? [] : ['it is not ready again']),
    ...(await findWrong(world)),
    ...users.flatMap(({ wrongAnswers }) => wrongAnswers.splice(0)),
  ]
  if (weather.kind !== 'kill' && world.server().pid === pid && (await hasEnded(world)))
    wrong.push(`the server ended by itself: ${world.server().output().slice(-500)}`)
  return { ends, wrong }
}

/** Once all faults have gone, everything is served, and every payment is credited once; what is not is told. */
export async function settle(world: SimulatedWorld, mail: Mail): Promise<string[]> {
  const wrong: string[] = []
  const isServed = async () => {
    const ends = await Promise.all(world.users.map((user) => user.make('look')))
    return ends.every((end) => end === 200)
  }
  if (!(await becomesTrue(isServed, HEALED_WITHIN_MILLISECONDS))) wrong.push('users are not served after the faults')
  const isCredited = async () => {
    await deliver(world, mail)
    const rows = await world.db.asOwner('select session_id from purchases')
    const credited = new Set(rows.map((row) => row.session_id))
    return mail.length === 0 && world.users.every(({ paid }) => [...paid].every((session) => credited.has(session)))
  }
  if (!(await becomesTrue(isCredited, CREDITED_WITHIN_MILLISECONDS))) wrong.push('what was paid was not credited')
  return [...wrong, ...(await findWrong(world))]
}

const isOk = (answer: Promise<Response>) =>
  answer.then(
    ({ ok }) => ok,
    () => false,
  )

async function becomesTrue(test: () => Promise<boolean>, limit: number): Promise<boolean> {
  const deadline = performance.now() + limit
  while (performance.now() < deadline) {
    if (await test()) return true
    await sleep(100)
  }
  return false
}

const hasEnded = (world: SimulatedWorld) =>
  Promise.race([world.server().ended.then(() => true), sleep(0).then(() => false)])

/** Sends what happened at the payment provider, twice, until it is acknowledged. */
async function deliver({ stripe, server }: SimulatedWorld, mail: Mail): Promise<void> {
  mail.push(...(await stripe.takeEvents()))
  for (const event of mail.splice(0)) {
    const ends = await Promise.all([1, 2].map(() => post(server().url, event)))
    if (!ends.includes(true)) mail.push(event)
  }
}

function post(url: string, { body, signature }: SignedEvent): Promise<boolean> {
  const headers = { 'content-type': 'application/json', connection: 'close', 'stripe-signature': signature }
  const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
  return isOk(fetch(`${url}/api/stripe/webhook`, { method: 'POST', body, headers, signal }))
}

async function findWrong({ db, users }: SimulatedWorld): Promise<string[]> {
  const books = Object.entries(await auditTokens(db)).flatMap(([part, rows]) =>
    rows.map((row) => `the books, ${part}: ${JSON.stringify(row)}`),
  )
  const twice = await db.asOwner(`select user_id, idempotency_key from token_uses where status = 'delivered'
    and idempotency_key is not null group by 1, 2 having count(*) > 1`)
  const settled = await db.asOwner(`select user_id, idempotency_key as key from token_uses where status <> 'reserved'`)
  const unpaid = users.flatMap(({ id, analyses }) =>
    [...analyses]
      .filter(([key, answer]) => answer !== undefined && !settled.some((row) => row.user_id === id && row.key === key))
      .map(([key]) => `the analysis "${key}" of ${id} was answered and is in no book`),
  )
  const stored = await db.asOwner(`select p.user_id, p.name, count(q.id)::int as rows from portfolios p
    left join positions q on q.portfolio_id = p.id group by p.id`)
  const portfolios = users.flatMap(({ id, uploads }) => {
    const found = new Map(stored.filter((row) => row.user_id === id).map((row) => [row.name, row.rows]))
    const odd = [...found].filter(([name, rows]) => uploads.get(String(name))?.rows !== rows)
    const lost = [...uploads].filter(([name, upload]) => upload.id && !upload.deletion && !found.has(name))
    const back = [...uploads].filter(([name, upload]) => upload.deletion === 'acknowledged' && found.has(name))
    return [
      ...odd.map(([name, rows]) => `"${name}" of ${id} has ${rows} positions, or should not be there`),
      ...lost.map(([name]) => `"${name}" of ${id} was acknowledged and is lost`),
      ...back.map(([name]) => `"${name}" of ${id} was deleted and is there`),
    ]
  })
  return [...books, ...twice.map((row) => `charged twice: ${JSON.stringify(row)}`), ...unpaid, ...portfolios]
}
