import type { Progress } from '../http/event-stream.ts'
import type { MeteredAnswer, MeteredRequest, Outcome, TokenMeter } from './token-meter.ts'

/** Work that was admitted, and paid for where it costs tokens. */
export interface BegunWork<Result> {
  /** Reports the steps from the first one on, and answers in the end. */
  follow(progress: Progress): Promise<Result>
}

/**
 * Admits work that begins once it is followed, so that a refusal has a status of its own before a stream is opened.
 *
 * @param work makes something, and says what is stored of it for whoever asks the same again
 * @param finish turns that into the result; `made` is undefined when the same request was answered before
 * @throws what `charge` throws when it refuses; whatever the work throws when it fails before it is followed
 */
export async function beginCharged<Answer, Made, Result>(
  tokenMeter: Pick<TokenMeter, 'charge'>,
  request: MeteredRequest,
  work: (progress: Progress, signal: AbortSignal) => Promise<Outcome<Answer> & { made: Made }>,
  finish: (charged: MeteredAnswer<Answer>, made: Made | undefined) => Promise<Result>,
): Promise<BegunWork<Result>> {
  const started = Promise.withResolvers<void>()
  const followed = Promise.withResolvers<Progress>()
  let made: Made | undefined
  const charging = tokenMeter.charge(request, async (signal) => {
    started.resolve()
    const { made: result, ...outcome } = await work(await followed.promise, signal)
    made = result
    return outcome
  })
  // Either it is refused or was answered before, or it is admitted and waits for whoever follows it.
  await Promise.race([started.promise, charging])
  // Whoever follows is told; a failure in between is nobody's.
  charging.catch(() => undefined)
  return {
    async follow(progress) {
      followed.resolve(progress)
      return finish(await charging, made)
    },
  }
}
