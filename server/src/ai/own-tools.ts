// Tests: analyst-model.test.ts

import type { Fact } from '@ballast/contract'
import { z } from 'zod'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import { calcTool } from './calc.ts'
import { defineTool, type MintingCall, type ModelTool, toReference } from './model-tools.ts'

const FOUND = 20

/** For facts that did not fit into the first request. */
const findFactsTool: ModelTool = defineTool({
  name: 'find_facts',
  description: `Looks up facts by words of their labels or keys, such as "put spread cost"; at most ${FOUND}, the best first.`,
  input: z.object({ words: z.string().max(100) }),
  run({ words }, { ledger }) {
    const wanted = words.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []
    const countHits = ({ label, key }: Fact) => {
      const text = `${label} ${key}`.toLowerCase()
      return wanted.filter((word) => text.includes(word)).length
    }
    const found = ledger
      .list()
      .map((fact) => ({ fact, hits: countHits(fact) }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits)
    return found.slice(0, FOUND).map(({ fact }) => toReference(fact))
  },
})

/** Tools that every task has. */
export const OWN_TOOLS: readonly ModelTool[] = [calcTool, findFactsTool]

/**
 * Makes the facts of a run's tool calls anew: same tools over the same ledger, in the same order.
 *
 * @param ledger as it was before the model wrote; the facts are added to it
 * @param tools those of the task, over the stored inputs
 * @throws Error when a call names a tool that is not given, or what the tool throws
 */
export async function replayMinted(
  ledger: FactLedger,
  tools: readonly ModelTool[],
  minted: readonly MintingCall[],
  signal: AbortSignal,
): Promise<void> {
  const known = new Map([...OWN_TOOLS, ...tools].map((tool) => [tool.name, tool]))
  for (const { tool: name, input } of minted) {
    const tool = known.get(name)
    if (!tool) throw new Error(`The run used the tool "${name}", which is not there any more`)
    await tool.run(tool.input.parse(input), { ledger, signal })
  }
}
