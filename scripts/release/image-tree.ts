import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../launch/repository.mjs'
import { type Instruction, readDockerfile, type Stage } from './dockerfile.ts'

/** The image's files in a folder of this machine. */
export interface ImageTree {
  /** Its `/`. */
  root: string
  /** The instructions that made it. */
  image: Stage
}

/**
 * Does what the Dockerfile says in a bare folder, because that needs no container engine: copies what it copies, out of what is
 * committed or about to be, and installs from the lock what it installs. The stage that builds the web interface is taken as
 * done: `web/dist` must be there. So is the one that strips Node, which needs `strip` on this machine. The base image and the
 * instruction's own syntax are not tried by this.
 */
export function layOutImage(folder: string): ImageTree {
  const stages = readDockerfile()
  const image = stages.at(-1)
  if (!image) throw new Error('The Dockerfile has no stage')
  const rootOf = (stage: string) => path.join(folder, stage)
  cpSync(path.join(ROOT, 'web/dist'), path.join(rootOf('build'), 'app/web/dist'), { recursive: true })
  layOutNode(rootOf('runtime'))
  const workdirs = new Map<string, string>()
  for (const stage of stages.filter(({ name }) => !existsSync(rootOf(name)))) buildStage(stage, { rootOf, workdirs })
  return { root: rootOf(image.name), image }
}

/** This machine's Node where the image has it, without the names of its inner functions as there. */
function layOutNode(root: string): void {
  const node = path.join(root, 'usr/local/bin/node')
  cpSync(process.execPath, node)
  spawnSync('strip', [node])
}

interface Stages {
  rootOf: (stage: string) => string
  /** Where each stage worked last; one that is made from it goes on there. */
  workdirs: Map<string, string>
}

function buildStage({ name, base, instructions }: Stage, { rootOf, workdirs }: Stages): void {
  const root = rootOf(name)
  mkdirSync(root, { recursive: true })
  if (existsSync(rootOf(base))) cpSync(rootOf(base), root, { recursive: true, verbatimSymlinks: true })
  workdirs.set(name, workdirs.get(base) ?? '/')
  for (const instruction of instructions) {
    if (instruction.keyword === 'WORKDIR') workdirs.set(name, instruction.text)
    const workdir = path.join(root, workdirs.get(name) ?? '/')
    mkdirSync(workdir, { recursive: true })
    if (instruction.keyword === 'COPY') copy(instruction, { root, workdir, rootOf })
    if (instruction.keyword === 'RUN') run(instruction, workdir)
  }
}

interface Places {
  root: string
  workdir: string
  rootOf: (stage: string) => string
}

function copy({ words, options }: Instruction, { root, workdir, rootOf }: Places): void {
  const target = words.at(-1) ?? ''
  const to = path.join(target.startsWith('/') ? root : workdir, target)
  for (const source of words.slice(0, -1)) {
    const into = target.endsWith('/') ? path.join(to, path.basename(source)) : to
    if (options.from) {
      mkdirSync(path.dirname(into), { recursive: true })
      cpSync(path.join(rootOf(options.from), source), into, { recursive: true, verbatimSymlinks: true })
      continue
    }
    for (const file of listSourceFiles(source)) {
      const copied = file === source ? into : path.join(into, path.relative(source, file))
      mkdirSync(path.dirname(copied), { recursive: true })
      cpSync(path.join(ROOT, file), copied)
    }
  }
}

/** Lists the files of a place that the image gets: those that a clone would have, but for what `.dockerignore` keeps out. */
export function listSourceFiles(place: string): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', place], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const keptOut = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('**/'))
  const isKeptOut = (file: string) =>
    keptOut.some((pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`))
  const files = output.split('\n').filter((file) => file !== '' && !isKeptOut(file))
  if (files.length === 0) throw new Error(`The Dockerfile copies ${place}, which does not exist`)
  return files.filter((file) => existsSync(path.join(ROOT, file)))
}

function run({ text }: Instruction, cwd: string): void {
  // What the machine has fetched before need not be fetched for a test.
  execFileSync('sh', ['-c', text], { cwd, env: { ...process.env, npm_config_prefer_offline: 'true' }, stdio: 'pipe' })
}
