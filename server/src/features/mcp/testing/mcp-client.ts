import { type AccessScope, accessScopeSchema } from '@ballast/contract'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { TestClient } from '../../../test-app.ts'

export const EVERY_SCOPE: readonly AccessScope[] = accessScopeSchema.options

/** No answer is given up before the test is: on a busy machine one may take very much longer than it computes. */
const PATIENCE_MS = 120_000

/** Makes an access token as a person does it on the account page. */
export async function makeAccessToken(
  browser: TestClient,
  scopes: readonly AccessScope[] = EVERY_SCOPE,
): Promise<{ id: string; token: string }> {
  return browser.json('/api/access-tokens', { method: 'POST', json: { name: 'A test', scopes, lifetimeDays: 7 } })
}

export interface Assistant {
  client: Client
  /** Uses a tool. */
  use(name: string, input?: Record<string, unknown>): Promise<CallToolResult>
  /** Uses a tool that must answer, and gives its figures. */
  answer<Content = Record<string, unknown>>(name: string, input?: Record<string, unknown>): Promise<Content>
  /** Uses a tool that must refuse, and gives its words. */
  refusal(name: string, input?: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

/** The protocol's own client, connected by real HTTP. */
export async function connectAssistant(serverUrl: string, token: string): Promise<Assistant> {
  const client = new Client({ name: 'a-test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', serverUrl), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport as Transport)
  const use = async (name: string, input: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: input }, undefined, { timeout: PATIENCE_MS })) as CallToolResult
  const textOf = ({ content }: CallToolResult) =>
    content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return {
    client,
    use,
    async answer<Content>(name: string, input?: Record<string, unknown>) {
      const result = await use(name, input)
      if (result.isError) throw new Error(`${name} refused: ${textOf(result)}`)
      return result.structuredContent as Content
    },
    async refusal(name, input) {
      const result = await use(name, input)
      if (!result.isError) throw new Error(`${name} answered: ${textOf(result)}`)
      return textOf(result)
    },
    close: () => client.close(),
  }
}
