// Tests: ../e2e/first-load.e2e.ts

import type { Plugin } from 'vite'

const CONTRACT = /[\\/]packages[\\/]contract[\\/]src[\\/][^?]*\.ts$/
/** Properties that only the documentation of the API reads. */
const WORDS = new Set(['summary', 'failures'])

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Leaves out of the browser's copy of each call what it never reads. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform(code, id) {
      if (!CONTRACT.test(id) || !code.includes('defineCall(')) return null
      const cuts: Node[] = []
      for (const statement of this.parse(code).body as unknown as Node[]) findWords(statement, cuts)
      let lean = code
      for (const { start, end } of cuts.toReversed()) {
        lean = lean.slice(0, start) + lean.slice(lean[end] === ',' ? end + 1 : end)
      }
      return { code: lean, map: null }
    },
  }
}

/** The properties of calls that a statement defines, in the order of the text. */
function findWords(statement: Node, found: Node[]): void {
  const { declaration } = statement as { declaration?: { declarations?: { init?: Node }[] } }
  for (const { init } of declaration?.declarations ?? []) {
    const { callee, arguments: given } = (init ?? {}) as { callee?: { name?: string }; arguments?: Node[] }
    if (callee?.name !== 'defineCall') continue
    const { properties = [] } = (given?.[1] ?? {}) as { properties?: (Node & { key?: { name?: string } })[] }
    found.push(...properties.filter(({ key }) => WORDS.has(key?.name ?? '')))
  }
}
