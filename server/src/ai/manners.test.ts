import { APICallError } from 'ai'
import { expect, test } from 'vitest'
import { createManners, FORMS_WITH_TOOLS, type Manner, THINKING_TOKENS } from './manners.ts'

const OUTPUT = 1_000
const ANSWER = { finishReason: 'stop', text: 'yes', reasoningText: undefined }
const NOTHING = { finishReason: 'length', text: ' ', reasoningText: undefined }

const refuse = () => {
  throw new APICallError({ message: 'no', url: '', requestBodyValues: {}, statusCode: 400 })
}

/** Asks a server that does as it is told by `server`, and keeps how it was asked. */
function createAsker(server: (manner: Manner) => typeof ANSWER | typeof NOTHING) {
  const manners = createManners(FORMS_WITH_TOOLS)
  const asked: Manner[] = []
  return {
    asked,
    ask: () =>
      manners.ask(OUTPUT, async (manner) => {
        asked.push(manner)
        return server(manner)
      }),
  }
}

test('a server that knows schemas but no tools is held to the form', async () => {
  const { ask, asked } = createAsker(({ tools }) => (tools ? refuse() : ANSWER))
  await ask()
  await ask()
  expect(asked.at(-1)).toMatchObject({ schema: true, tools: false })
  expect(asked).toHaveLength(4)
})

test('what a server refuses is not asked of it again', async () => {
  const { ask, asked } = createAsker(({ schema, tools }) => (schema || tools ? refuse() : ANSWER))
  await ask()
  await ask()
  expect(asked.map(({ schema, tools }) => [schema, tools])).toEqual([
    [true, true],
    [false, true],
    [true, false],
    [false, false],
    [false, false],
  ])
})

test('a refusal that passed by itself costs schemas and tools for a while only', async () => {
  let isLoading = true
  const { ask, asked } = createAsker(({ schema }) => (isLoading && schema ? refuse() : ANSWER))
  await ask()
  isLoading = false
  for (let count = 0; count < 50; count += 1) await ask()
  expect(asked.at(-1)).toMatchObject({ schema: true, tools: true })
})

test('a server that refuses what is too much, and is tried anew, still answers', async () => {
  const { ask, asked } = createAsker(({ schema }) => (schema ? refuse() : ANSWER))
  for (let count = 0; count < 200; count += 1) expect(await ask()).toEqual(ANSWER)
  expect(asked.length).toBeLessThan(210)
})

test('room to think stays, and a server that knows no effort is asked without', async () => {
  const { ask, asked } = createAsker(({ settings }) =>
    settings.reasoning ? refuse() : settings.maxOutputTokens === OUTPUT ? NOTHING : ANSWER,
  )
  await ask()
  await ask()
  expect(asked.map(({ schema, settings }) => [schema, settings.maxOutputTokens, settings.reasoning])).toEqual([
    [true, OUTPUT, undefined],
    [true, OUTPUT + THINKING_TOKENS, 'low'],
    [true, OUTPUT + THINKING_TOKENS, undefined],
    [true, OUTPUT + THINKING_TOKENS, undefined],
  ])
})

test('a model that says nothing however much room it has is asked twice, not for ever', async () => {
  const { ask, asked } = createAsker(() => NOTHING)
  expect(await ask()).toEqual(NOTHING)
  expect(asked).toHaveLength(2)
})

test('what is not about the request is not tried in another way', async () => {
  const { ask, asked } = createAsker(() => {
    throw new APICallError({ message: 'no', url: '', requestBodyValues: {}, statusCode: 429 })
  })
  await expect(ask()).rejects.toThrow()
  expect(asked).toHaveLength(1)
})
