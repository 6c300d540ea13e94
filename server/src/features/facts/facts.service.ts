// Tests: facts.test.ts, every-sentence.test.ts

import { isDeepStrictEqual } from 'node:util'
import type { Fact, FactAnswer } from '@ballast/contract'
import type { RunRecomputer } from '../../advice/runs/recompute-facts.ts'
import { areOfThisProgram, areReadable } from '../../advice/runs/recorded-inputs.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { AppError, errors } from '../../http/errors.ts'

/** `<run>.<fact>`, such as `0b6f….F12`. */
const FULL_ID = /^([^.]{1,64})\.(F\d{1,6})$/

export type FactsService = ReturnType<typeof createFactsService>

/** Opens figures: what was told, and what the same inputs give when they are computed again. */
export function createFactsService(recomputers: readonly RunRecomputer[]) {
  return {
    /** @throws AppError 404 when no run of the user holds that fact, 410 when what it was computed from is kept no more, or an earlier version computed it */
    async get(user: SignedInUser, factId: string, signal: AbortSignal): Promise<FactAnswer> {
      const [, runId = '', id = ''] = FULL_ID.exec(factId) ?? []
      for (const { findRun, recompute } of runId === '' ? [] : recomputers) {
        const run = await findRun(user.id, runId)
        if (!run) continue
        const fact = run.facts.find((one) => one.id === id)
        if (!fact) break
        if (run.inputs === null) throw errors.gone(NO_INPUTS)
        if (!areReadable(run.inputs)) throw errors.gone(OLDER_ENGINE)
        const isOfThisProgram = areOfThisProgram(run.inputs)
        const facts = await recompute(run.inputs, { owner: user.id, signal }).catch((error: unknown) => {
          // What another program packed may lack what this one needs.
          throw isOfThisProgram || error instanceof AppError || signal.aborted ? error : errors.gone(OLDER_ENGINE)
        })
        const again = facts.find((one) => one.id === id && one.key === fact.key)
        const matches = again !== undefined && isSame(again, fact)
        // Only the program that told a figure must compute the same again.
        if (!matches && !isOfThisProgram) throw errors.gone(OLDER_ENGINE)
        return { fact, recomputed: again?.value ?? null, matches }
      }
      throw errors.notFound('fact')
    },
  }
}

const NO_INPUTS =
  'We keep the inputs of figures only for the ten newest runs of a portfolio. Run the analysis again to open its figures.'

const OLDER_ENGINE =
  'This figure was computed by an earlier version of Ballast, which this one cannot repeat. Run the analysis again to open its figures.'

/** Compares with what was told, which has been JSON since: it knows no minus zero and no absent fields. */
const isSame = (computed: Fact, told: Fact) => isDeepStrictEqual(JSON.parse(JSON.stringify(computed)), told)
