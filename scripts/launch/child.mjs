import { spawn } from 'node:child_process'
import path from 'node:path'
import { ROOT } from './repository.mjs'

/** Ctrl-C arrives from the terminal and once more from npm; within this time the second is the same keypress. */
const SAME_KEYPRESS_MS = 500

/**
 * Run a Node program in the repository's root with this process's input and output, passing signals on to it.
 *
 * @param {string} node path of the Node executable
 * @param {string[]} args
 * @returns {Promise<number>} its exit code; 128 + the signal's number when a signal ended it
 */
export function runNode(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd: ROOT, stdio: 'inherit', env: withNodeFirst(node) })
    /** @type {Map<NodeJS.Signals, number>} */
    const lastPassedOn = new Map()
    for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        const now = performance.now()
        if (now - (lastPassedOn.get(signal) ?? Number.NEGATIVE_INFINITY) < SAME_KEYPRESS_MS) return
        lastPassedOn.set(signal, now)
        child.kill(signal)
      })
    }
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)))
  })
}

/**
 * The environment with the given Node before any other, so that tools started by name run on it too.
 *
 * @param {string} node
 */
function withNodeFirst(node) {
  return { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) }
}

/** @param {NodeJS.Signals | null} signal */
function exitCodeOf(signal) {
  return signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1
}
