import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGUMENTS } from '../../e2e/support/chromium-arguments.ts'
import { toolPath } from '../launch/tools.ts'
import { installDebianPackages } from './debian.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const DOWNLOAD_LIMIT_MS = 300_000

/**
 * Path of a Chrome or Chromium that really starts: the one named by `CHROMIUM`, one that is installed, Playwright's own
 * download, or, as root on Debian, its package.
 *
 * @throws Error naming the half of the tests that is missing when there is none to be had
 */
export async function findOrInstallChromium(): Promise<string> {
  const installed = await firstThatStarts(candidates())
  if (installed) return installed
  console.log('No Chrome or Chromium starts here; trying to install one…')
  const installers = [
    () =>
      spawnSync(process.execPath, [toolPath('playwright'), 'install', 'chromium'], {
        stdio: 'inherit',
        timeout: DOWNLOAD_LIMIT_MS,
      }),
    () => installDebianPackages(['chromium']),
  ]
  for (const install of installers) {
    install()
    const found = await firstThatStarts(candidates())
    if (found) return found
  }
  throw new Error(
    'The browser half of the tests could NOT run: no Chrome or Chromium starts and none could be installed. Install Chromium, or set CHROMIUM to the path of one.',
  )
}

function candidates(): string[] {
  if (process.env.CHROMIUM) return [process.env.CHROMIUM]
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...onPath, ...APPLICATIONS, chromium.executablePath()].filter((file) => existsSync(file))
}

async function firstThatStarts(files: readonly string[]): Promise<string | undefined> {
  for (const executablePath of files) {
    try {
      // Whoever runs this ends what it started; Playwright would end the process first.
      const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
      const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS, timeout: 30_000, ...signals })
      await browser.close()
      return executablePath
    } catch (error) {
      console.log(`${executablePath} does not start: ${String(error).split('\n')[0]}`)
    }
  }
  return undefined
}
