import type { Plugin } from 'vite'

/**
 * Leaves zod's JSON Schema writer out of the browser's bundle. Every schema carries a reference to it, so no bundler can
 * see that only the server, which documents the API, ever calls it; it is a fifth of zod.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
        const absent = `const absent = () => () => { throw new Error('JSON Schema is written on the server only') }`
        return { code: [absent, ...names.map((name) => `export { absent as ${name} }`)].join('\n'), map: null }
      },
    },
  }
}
