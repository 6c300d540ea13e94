import type { AccessScope, MeteredFeature } from '@ballast/contract'
import { z } from 'zod'
import type { EncodedJson } from '../../http/answers.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import { letOthersWork } from '../../other-work.ts'
import { withPlainTexts } from './plain-text.ts'
import { describeTotals, shortenNames } from './shorten-names.ts'

/** Most bytes that an assistant can still read; more is refused with words about how to ask for less. */
const ANSWER_BYTES = 256 * 1024

/** Who uses a tool, and how the use is followed. */
export interface ToolContext {
  user: SignedInUser
  /** The same for the same use, however often it is sent; only tools that spend or write look at it. */
  idempotencyKey: string | undefined
  progress: Progress
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
}

export interface ToolAnswer {
  /** By the tool's `output`. */
  content: Record<string, unknown>
  /** A sentence or two about it. */
  summary: string
}

/** Something that an assistant, or a model, can do for a user: a service of a screen, with an answer of a readable size. */
export interface Tool {
  name: string
  title: string
  /** For whoever chooses between tools: what it does, its units, its limits. */
  description: string
  /** Scope that a token must allow. */
  scope: AccessScope
  /** Budget of requests that it shares with the screen's own call. */
  rateLimit: 'default' | 'compute' | 'ai'
  /** Feature under which tokens are spent or a plan is needed; null for what is free to everybody. */
  feature: MeteredFeature | null
  /** True when a use changes what the user has here. */
  writes: boolean
  input: z.ZodObject
  output: z.ZodObject
  /** @throws AppError 400 for input that does not fit, 413 when a free answer is too large, and as the screen's call */
  run(input: unknown, context: ToolContext): Promise<ToolAnswer>
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<Tool, 'input' | 'output' | 'run' | 'rateLimit' | 'feature' | 'writes'> {
  rateLimit?: Tool['rateLimit']
  feature?: MeteredFeature
  writes?: boolean
  input: Input
  /** A narrower form of the screen's answer: what it does not name is left out, what it names stays as it is. */
  output: Output
  load(input: z.output<Input>, context: ToolContext): Promise<z.input<Output>>
  summarise(answer: z.output<Output>): string
}

/** Makes a tool of a service's call. Input is checked before and output after it; texts are made plain, names are cut. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { load, summarise, ...described } = definition
  const feature = definition.feature ?? null
  return {
    rateLimit: 'default',
    writes: false,
    ...described,
    feature,
    output: definition.output.extend({ shortened: shortenedSchema }),
    async run(input, context) {
      const asked = definition.input.safeParse(input ?? {})
      if (!asked.success) throw errors.badRequest(`The arguments do not fit. ${describeIssues(asked.error)}`)
      await letOthersWork()
      const loaded = await load(asked.data, context)
      await letOthersWork()
      const answer = definition.output.parse(loaded)
      const { content: shortened, totals } = shortenNames(answer)
      const content = withPlainTexts(shortened)
      // What was charged is handed over: whoever was refused it here would have paid for nothing.
      if (feature === null && Buffer.byteLength(JSON.stringify(content)) > ANSWER_BYTES) {
        throw errors.fileTooLarge(TOO_LARGE)
      }
      const summary = [summarise(content as z.output<Output>), ...describeTotals(totals)].join(' ')
      return { content: Object.keys(totals).length === 0 ? content : { ...content, shortened: totals }, summary }
    },
  }
}

/** Count of all names in each list that was cut; absent where no list was. */
const shortenedSchema = z.record(z.string(), z.number().int()).optional()

const TOO_LARGE = `The answer would be larger than ${ANSWER_BYTES / 1024} KiB. Ask for a smaller part of it, by a lower \`limit\` or narrower choices.`

/** A short answer of a service that is encoded already. */
export const readEncoded = <Answer>({ body }: EncodedJson) => JSON.parse(body.toString()) as Answer

/** Describes the fault of each part of an input, in a line. */
export function describeIssues({ issues }: Pick<z.ZodError, 'issues'>): string {
  const listed = issues.slice(0, 5).map(({ path, message }) => {
    const place = path.join('.')
    return place === '' ? message : `"${place}": ${message}`
  })
  return `${listed.join('; ')}.`
}
