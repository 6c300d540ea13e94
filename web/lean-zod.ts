import type { Plugin } from 'vite'

/** zod's JSON Schema writer. Every schema refers to it, yet only the server, which documents the API, ever calls it. */
const JSON_SCHEMA = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/
/** Module that lets zod parse objects that contain themselves, which no JSON and no form holds. zod works without one. */
const CYCLES = /[\\/]zod[\\/]v4[\\/]core[\\/]memoizer\.js$/

/**
 * Leaves parts of zod out of the browser's bundle that no bundler can see to be idle there; they are a quarter of it.
 * A part that is called after all throws.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform: {
      filter: { id: [JSON_SCHEMA, CYCLES] },
      handler(code, id) {
        const names = [...code.matchAll(/^export (?:const|function|class) ([\w$]+)/gm)].map(([, name]) => name)
        return { code: CYCLES.test(id) ? withoutMemoizer(names) : withoutAny(names), map: null }
      },
    },
  }
}

function withoutAny(names: readonly (string | undefined)[]): string {
  const absent = `const absent = () => () => { throw new Error('This part of zod is left out of the browser: see web/lean-zod.ts') }`
  return [absent, ...names.map((name) => `export { absent as ${name} }`)].join('\n')
}

/** No memoizer is what `zod/mini` starts with. */
function withoutMemoizer(names: readonly (string | undefined)[]): string {
  const others = names.filter((name) => name !== 'memoizer')
  return `${withoutAny(others)}\nexport const memoizer = () => undefined`
}
