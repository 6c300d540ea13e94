// Tests: analyst-model.test.ts

import { type ToolSet, tool } from 'ai'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import type { WritingTask } from './analyst-model.ts'
import { TOOL_CALLS } from './budgets.ts'
import type { MintingCall, ModelTool } from './model-tools.ts'
import { OWN_TOOLS } from './own-tools.ts'
import { cleanText } from './untrusted-data.ts'

const MAX_TOOL_ANSWER = 4_000

/** Facts that tools read, and the place where they enter theirs. */
export interface ToolBench {
  task: WritingTask
  ledger: FactLedger
  /** Calls that added facts are added to it. */
  minted: MintingCall[]
  signal: AbortSignal
}

/** The tools of a task as the SDK calls them. */
export function bindTools({ task, ledger, minted, signal }: ToolBench): ToolSet {
  let calls = 0
  const bind = (one: ModelTool) =>
    tool({
      description: one.description,
      inputSchema: one.input.strict(),
      execute: async (input) => {
        calls += 1
        if (calls > TOOL_CALLS) return { error: 'No more calls. Answer now.' }
        // What a call adds before it fails could not be made again.
        const branch = ledger.branch()
        try {
          const answer = toSafeAnswer(one.name, await one.run(input, { ledger: branch, signal }))
          const added = branch.list().slice(ledger.list().length)
          if (added.length > 0) minted.push({ tool: one.name, input, facts: added.map(({ id }) => id) })
          ledger.adopt(branch)
          return { answer }
        } catch (error) {
          signal.throwIfAborted()
          return { error: cleanText(error instanceof Error ? error.message : 'It failed', 200) }
        }
      },
    })
  return Object.fromEntries([...OWN_TOOLS, ...task.tools].map((one) => [one.name, bind(one)]))
}

/** @throws Error when a tool of ours gives a figure that is no reference: a fault of the program */
function toSafeAnswer(name: string, answer: unknown): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => {
    if (typeof value === 'number') throw new Error(`The tool ${name} answers with a bare number in "${key}"`)
    return typeof value === 'string' ? cleanText(value, 300) : value
  })
  if (text === undefined) return null
  return text.length > MAX_TOOL_ANSWER
    ? { cut: `${text.slice(0, MAX_TOOL_ANSWER)} … ask for less` }
    : (JSON.parse(text) as unknown)
}
