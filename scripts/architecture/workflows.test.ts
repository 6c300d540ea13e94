import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../launch/repository.mjs'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const listYaml = (folder: string) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => `${folder}/${name}`)

interface Workflow {
  on: unknown
  permissions: Record<string, string>
  jobs: Record<string, { 'timeout-minutes': number; steps: { uses?: string; run?: string }[] }>
}

const workflows = listYaml('.github/workflows').map((file) => ({ file, workflow: parse(read(file)) as Workflow }))
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps)

describe('the workflows', () => {
  test('every command of npm that they run exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const known = new Set([...Object.keys(scripts), 'ci'])
    const named = workflows.flatMap(({ workflow }) =>
      stepsOf(workflow).flatMap(({ run = '' }) =>
        [...run.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name = '']) => name),
      ),
    )
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  test('each may only read unless it makes a release, ends by itself, and takes actions of GitHub at a version', () => {
    for (const { file, workflow } of workflows) {
      expect(workflow.permissions, file).toEqual({ contents: file.endsWith('release.yml') ? 'write' : 'read' })
      for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes'], file).toBeGreaterThan(0)
      for (const { uses } of stepsOf(workflow))
        if (uses) expect(uses).toMatch(/^actions\/[a-z-]+@(?:v\d+|[0-9a-f]{40})$/)
    }
  })

  test('what a stranger typed is put into no command', () => {
    const risky = workflows.flatMap(({ workflow }) => stepsOf(workflow).filter(({ run = '' }) => run.includes('${{')))
    expect(risky).toEqual([])
  })
})

test('the forms for issues have the parts that GitHub asks for', () => {
  for (const file of listYaml('.github/ISSUE_TEMPLATE').filter((name) => !name.endsWith('config.yml'))) {
    const form = parse(read(file)) as { name: string; description: string; body: { type: string; id?: string }[] }
    expect(form.name && form.description, file).toBeTruthy()
    const ids = form.body.filter(({ type }) => type !== 'markdown').map(({ id }) => id)
    expect(ids.every(Boolean) && new Set(ids).size === ids.length, file).toBe(true)
  }
})

test('updates are looked for in every folder that has a lock or a manifest of its own', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    updates: { directory?: string; directories?: string[] }[]
  }
  const folders = updates.flatMap(({ directory, directories = [] }) => [directory ?? [], directories].flat())
  for (const folder of folders) expect(existsSync(path.join(ROOT, folder, 'package.json'))).toBe(true)
  expect(folders).toContain('/bench')
})
