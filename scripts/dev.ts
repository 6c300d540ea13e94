/** The server restarting with its files, and Vite in front of it with hot reloading. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ROOT } from './launch/repository.mjs'
import { toolPath } from './launch/tools.ts'

/** The port of Vite's server, which the browser opens; it passes API calls on to the server behind it. */
const WEB_ADDRESS = 'http://127.0.0.1:5173'
const API_PORT = '3000'

const server = spawn(process.execPath, ['--watch', '--disable-proto=delete', 'server/src/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { PUBLIC_URL: WEB_ADDRESS, ...process.env, PORT: API_PORT },
})
const web = spawn(process.execPath, [toolPath('vite')], { cwd: path.join(ROOT, 'web'), stdio: 'inherit' })

const children = [server, web]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode ??= code ?? 0
  })
}
