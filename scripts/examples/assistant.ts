// Tests: ../../server/src/features/mcp/example.test.ts

/**
 * A program that uses Ballast as an assistant does, through the Model Context Protocol. Make an access token on the
 * account page, then:
 *
 *     BALLAST_URL=http://127.0.0.1:3000/mcp BALLAST_TOKEN=ballast_pat_… npx node scripts/examples/assistant.ts
 *
 * It lists your portfolios, tells where the risk of the first lies and what 2008 would have done to it. It spends nothing.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

const { BALLAST_URL: address = 'http://127.0.0.1:3000/mcp', BALLAST_TOKEN: token } = process.env
if (!token) throw new Error('Set BALLAST_TOKEN to an access token of your account page.')

const client = new Client({ name: 'ballast-example', version: '1.0.0' })
const requestInit = { headers: { authorization: `Bearer ${token}` } }
await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }) as Transport)

const { tools } = await client.listTools()
console.log(`Tools: ${tools.map(({ name }) => name).join(', ')}`)

const { portfolios } = await use<{ portfolios: { id: string; name: string }[] }>('list_portfolios')
const [portfolio] = portfolios
if (portfolio) {
  const portfolioId = portfolio.id
  const overview = await use<{ marketValue: number | null; topRisk: { sentence: string } | null }>(
    'get_portfolio_overview',
    { portfolioId },
  )
  console.log(`${portfolio.name}: ${overview.marketValue?.toLocaleString('en-US') ?? 'unknown'} US dollars`)
  console.log(overview.topRisk?.sentence ?? 'Nothing in it has a price yet.')
  const replay = await use<{ analysis: string; metrics: { maxDrawdown: number } }>('run_backtest', {
    portfolioId,
    scenarioId: 'gfc-2007',
  })
  console.log(replay.analysis)
  console.log(`Largest fall: ${replay.metrics.maxDrawdown} %`)
} else {
  console.log('There is no portfolio yet.')
}
await client.close()

/** Uses a tool. @throws Error with the server's words when it refuses */
async function use<Answer>(name: string, input: Record<string, unknown> = {}): Promise<Answer> {
  const result = await client.callTool({ name, arguments: input })
  const [text] = result.content as { text?: string }[]
  if (result.isError) throw new Error(`${name}: ${text?.text ?? 'refused'}`)
  return result.structuredContent as Answer
}
