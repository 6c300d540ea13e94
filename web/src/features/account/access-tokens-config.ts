/** How a program is told where this server is and which token to send. */
export interface ClientConfig {
  id: string
  label: string
  /** Where the text belongs. */
  where: string
  text: string
}

/** Configurations of common assistants for the MCP server at an address. */
export function listClientConfigs(mcpUrl: string, token: string): ClientConfig[] {
  const authorization = `Bearer ${token}`
  const headers = { Authorization: authorization }
  return [
    {
      id: 'claude-code',
      label: 'Claude Code',
      where: 'Run this in a terminal.',
      text: `claude mcp add --transport http ballast ${mcpUrl} --header "Authorization: ${authorization}"`,
    },
    {
      id: 'claude-desktop',
      label: 'Claude Desktop',
      where: 'In claude_desktop_config.json, which speaks to servers through a small bridge (needs Node).',
      // The value stands in the environment, because some systems part arguments at blanks.
      text: toText({
        mcpServers: {
          ballast: {
            command: 'npx',
            args: ['-y', 'mcp-remote', mcpUrl, '--header', 'Authorization:$' + '{BALLAST_AUTHORIZATION}'],
            env: { BALLAST_AUTHORIZATION: authorization },
          },
        },
      }),
    },
    {
      id: 'cursor',
      label: 'Cursor',
      where: 'In ~/.cursor/mcp.json.',
      text: toText({ mcpServers: { ballast: { url: mcpUrl, headers } } }),
    },
    {
      id: 'vs-code',
      label: 'VS Code',
      where: 'In .vscode/mcp.json, or by “MCP: Open User Configuration”.',
      text: toText({ servers: { ballast: { type: 'http', url: mcpUrl, headers } } }),
    },
    {
      id: 'other',
      label: 'Other',
      where: 'Streamable HTTP with this header on every request.',
      text: `${mcpUrl}\nAuthorization: ${authorization}`,
    },
  ]
}

const toText = (config: object) => JSON.stringify(config, null, 2)
