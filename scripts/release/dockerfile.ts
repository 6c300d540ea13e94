import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../launch/repository.mjs'

/** One line of a Dockerfile, continuation lines joined: `COPY`, `server/src server/src`. */
export interface Instruction {
  keyword: string
  /** As written, without the options. */
  words: readonly string[]
  /** `--from=build` is `from: build`. */
  options: Readonly<Record<string, string>>
  text: string
}

export interface Stage {
  name: string
  base: string
  instructions: readonly Instruction[]
}

/** Reads the repository's Dockerfile into its stages; the last one is the image. */
export function readDockerfile(): Stage[] {
  const lines = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const stages: (Stage & { instructions: Instruction[] })[] = []
  for (const line of lines) {
    const [keyword = '', ...rest] = line.split(/\s+/)
    if (keyword === 'FROM') {
      const [base = '', , name = 'image'] = rest
      stages.push({ name, base, instructions: [] })
    }
    const options = Object.fromEntries(
      rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=', 2) as [string, string]),
    )
    const words = rest.filter((word) => !word.startsWith('--'))
    stages.at(-1)?.instructions.push({ keyword, words, options, text: line.slice(keyword.length).trim() })
  }
  return stages
}

/** The last instruction of a kind in a stage. */
export function findInstruction(stage: Stage, keyword: string): Instruction {
  const found = stage.instructions.findLast((instruction) => instruction.keyword === keyword)
  if (!found) throw new Error(`The Dockerfile's stage "${stage.name}" has no ${keyword}`)
  return found
}

/** The command of `ENTRYPOINT` and `HEALTHCHECK … CMD`, which are lists of words in JSON. */
export function toCommand({ text }: Instruction): [string, ...string[]] {
  return JSON.parse(text.slice(text.indexOf('['))) as [string, ...string[]]
}
