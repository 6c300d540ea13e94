import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installDebianPackages } from '../../scripts/test/debian.ts'
import { EMBEDDED_PATH } from '../../server/src/accounts/embedded-identity-provider.ts'
import { atExit } from './at-exit.ts'

const START_LIMIT_MS = 60_000

/** A load balancer before servers of this machine. */
export interface Balancer {
  url: string
  /** `relay` when there is no nginx: it passes connections on in turn and repeats nothing. */
  kind: 'nginx' | 'relay'
  close(): Promise<void>
}

/**
 * Starts a balancer on a free port: Debian's nginx, or where that cannot be had a relay of our own, which is said loudly.
 * With nginx the steps of the embedded sign-in go to the first server: that sign-in belongs to one machine.
 */
export async function startBalancer(port: number, servers: readonly number[]): Promise<Balancer> {
  if (!hasNginx()) installDebianPackages(['nginx-light'])
  if (hasNginx()) return startNginx(port, servers)
  console.warn('NO NGINX: it is not installed and could not be. A relay of our own balances, which repeats no request.')
  return startRelay(port, servers)
}

const hasNginx = () => spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0

/**
 * Writes the configuration that docs/self-hosting.md recommends, for servers of this machine: a request that had no
 * answer goes to another server unless it may have changed something, and idle connections are given up before Ballast
 * ends them.
 */
function toConfiguration(port: number, servers: readonly number[]): string {
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  client_max_body_size 102m;
  upstream ballast {
${servers.map((server) => `    server 127.0.0.1:${server} max_fails=0;`).join('\n')}
    keepalive 16;
    keepalive_timeout 60s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://ballast;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_connect_timeout 2s;
      proxy_read_timeout 180s;
      proxy_next_upstream error timeout;
      error_page 502 504 = @away;
    }
    location ${EMBEDDED_PATH}/ {
      proxy_pass http://127.0.0.1:${servers[0]};
      proxy_set_header Host $http_host;
    }
    location @away {
      default_type application/json;
      return 502 '{"error":"The server that did this went away. Please try again."}';
    }
  }
}
`
}

async function startNginx(port: number, servers: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ballast-nginx-'))
  mkdirSync(path.join(folder, 'logs'))
  writeFileSync(path.join(folder, 'nginx.conf'), toConfiguration(port, servers))
  const words = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-g', 'daemon off;']
  const nginx: ChildProcess = spawn('nginx', words, { stdio: ['ignore', 'inherit', 'inherit'] })
  const stop = () => {
    nginx.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  const leaveAlone = atExit(stop)
  await untilListening(port)
  return {
    url: `http://127.0.0.1:${port}`,
    kind: 'nginx',
    async close() {
      leaveAlone()
      const ended = new Promise((resolve) => nginx.once('exit', resolve))
      stop()
      await ended
    },
  }
}

/** Passes each connection to the next server that takes it. */
async function startRelay(port: number, servers: readonly number[]): Promise<Balancer> {
  let turn = 0
  const relay = createServer((incoming) => {
    const pass = (attempt: number) => {
      const outgoing = connect(servers[(turn + attempt) % servers.length] ?? 0, '127.0.0.1')
      outgoing.once('connect', () => incoming.pipe(outgoing).pipe(incoming))
      outgoing.on('error', () => {
        if (outgoing.connecting && attempt + 1 < servers.length) pass(attempt + 1)
        else incoming.destroy()
      })
      incoming.on('error', () => outgoing.destroy())
    }
    turn += 1
    pass(0)
  })
  await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    kind: 'relay',
    close: () => new Promise((resolve) => relay.close(() => resolve())),
  }
}

async function untilListening(port: number): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  while (!(await isListening())) {
    if (performance.now() > deadline) throw new Error(`nginx did not listen within ${START_LIMIT_MS / 1000} s`)
    await sleep(50)
  }
}
