import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, havePortfolio, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const AXE_MS = 180_000

async function connect(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'browser-test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport)
  return client
}

test('a token is made, copied, used by a real client and revoked', async ({ page, context }) => {
  test.setTimeout(AXE_MS)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const portfolioId = await havePortfolio(page, 'For my assistant', 'ticker,shares\nAAPL,1\n')
  await page.goto('/account')
  await expect(page.getByText('No program can reach your portfolios.')).toBeVisible()

  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New access token' })
  await expect(dialog.getByRole('checkbox', { name: /See my portfolios/ })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: /Spend my tokens/ })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/Give the token a name/)
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await dialog.getByRole('button', { name: 'Make token' }).click()

  const made = page.getByRole('dialog', { name: 'Copy your token now' })
  const token = await made.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(token).toMatch(/^ballast_pat_[\w-]{43}$/)
  await made.getByRole('button', { name: 'Copy token' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  const mcpUrl = new URL('/mcp', page.url()).href
  for (const program of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Other']) {
    await made.getByLabel('Set up').selectOption(program)
    await expect(made.getByRole('figure')).toContainText(mcpUrl)
    await expect(made.getByRole('figure')).toContainText(token)
  }
  await expectAccessible(page)

  const client = await connect(mcpUrl, token)
  expect(await client.callTool({ name: 'list_portfolios' })).toMatchObject({
    structuredContent: { portfolios: [{ id: portfolioId, name: 'For my assistant' }] },
  })
  expect(await client.callTool({ name: 'search_hedges', arguments: { portfolioId } })).toMatchObject({ isError: true })

  await made.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toHaveCount(0)
  await page.reload()
  const item = page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem')
  await expect(item).toContainText('Laptop')
  await expect(item).toContainText(token.slice(0, 18))
  await expect(item).toContainText('See my portfolios · Run analyses')
  await expect(item).toContainText('last used')
  expect(await page.content()).not.toContain(token)

  await page.getByRole('button', { name: 'Revoke Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  // What stands behind a dialog has no role: only what comes after it tells that the token is gone.
  await expect(page.getByText('No program can reach your portfolios.')).toBeVisible()
  await expect(client.callTool({ name: 'list_portfolios' })).rejects.toThrow(/401|access token/)
  await client.close()
})
