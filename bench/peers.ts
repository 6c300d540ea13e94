import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A library of `bench/node_modules`, with the face that a workload uses of it. Resolved at run time, so that types and
 * tests need no installed peers.
 */
export function loadPeer<Face>(name: string): Face {
  return require(name) as Face
}
