import { expect, test } from 'vitest'
import { listClientConfigs } from './access-tokens-config.ts'

const URL = 'https://ballast.example/mcp'
const TOKEN = 'ballast_pat_abc'

test('every configuration holds the address and the token, each once', () => {
  for (const { id, text } of listClientConfigs(URL, TOKEN)) {
    expect({ id, urls: text.split(URL).length - 1 }).toEqual({ id, urls: 1 })
    expect({ id, tokens: text.split(`Bearer ${TOKEN}`).length - 1 }).toEqual({ id, tokens: 1 })
  }
})

test('what belongs into a JSON file is JSON, under the key that the program reads', () => {
  const keyOf = (id: string) => {
    const found = listClientConfigs(URL, TOKEN).find((config) => config.id === id)
    return Object.keys(JSON.parse(found?.text ?? '') as object)
  }
  expect(['claude-desktop', 'cursor', 'vs-code'].map(keyOf)).toEqual([['mcpServers'], ['mcpServers'], ['servers']])
})
