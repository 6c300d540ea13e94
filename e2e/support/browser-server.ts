import { findFreePort } from './free-port.ts'
import { makeDataFolder } from './server-process.ts'

const PORT = 'BALLAST_E2E_PORT'
const DATA_DIR = 'BALLAST_E2E_DATA_DIR'

/** Whoever signs in with it is an admin. */
export const ADMIN_EMAIL = 'admin@example.com'

/** Environment of every server of the browser tests. */
export const BROWSER_SERVER = {
  MARKET_DATA: 'sample',
  LOG_LEVEL: 'error',
  ADMIN_EMAILS: ADMIN_EMAIL,
  SUPPORT_EMAIL: 'help@example.com',
  // Every test signs in anew from one address.
  RATE_LIMITS: 'off',
}

/** Variable that names servers which were started already: then none is started besides. */
export const RUNNING_URL = 'BALLAST_E2E_URL'

/**
 * Where the server of the browser tests listens, and how the one that is to be started is configured. The first to ask
 * decides; the processes that it starts inherit the decision, since each of them reads Playwright's configuration anew.
 */
export async function addressOfServer(): Promise<{ url: string; environment?: Record<string, string> }> {
  const running = process.env[RUNNING_URL]
  if (running !== undefined) return { url: running }
  process.env[PORT] ??= String(await findFreePort())
  process.env[DATA_DIR] ??= await makeDataFolder()
  const port = process.env[PORT]
  const url = `http://127.0.0.1:${port}`
  return { url, environment: { ...BROWSER_SERVER, PORT: port, PUBLIC_URL: url, DATA_DIR: process.env[DATA_DIR] } }
}
