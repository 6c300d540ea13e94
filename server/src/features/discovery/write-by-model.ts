// Tests: discovery-model.test.ts

import type { DiscoveryAnswer } from '../../advice/runs/answers.ts'
import {
  type AnalystModel,
  type SectionTask,
  type WritingTask,
  type Written,
  writeSections,
} from '../../ai/analyst-model.ts'
import type { MintingCall } from '../../ai/model-tools.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { joinTexts, toPlainText } from '../../grounding/grounded-text.ts'
import { listShown } from '../../grounding/sentence.ts'
import { describeKind } from './asset-classes.ts'
import type { ComputedDiscovery } from './compute-discovery.ts'
import { CHOICE_TOOL, createDeskTools } from './desk-tools.ts'
import type { DiscoveryFrame, UniverseAsset } from './discovery-input.ts'
import { findTogether, readScan } from './scan-facts.ts'
import type { ShapedIdea } from './shape-idea.ts'
import { writeSummary } from './write-summary.ts'

/** A run with the texts that were chosen for it. */
export interface WrittenRun {
  run: Omit<DiscoveryAnswer, 'charged'>
  /** Calls that added facts, to make them anew by. */
  minted: readonly MintingCall[]
  /** False when there was nothing to write of. */
  isFound: boolean
}

/** So many ideas a model may choose from, and so many are shown. */
const MOST_SHOWN = 8
/** Ideas beyond the engine's own that are made ready for a model. */
export const ALTERNATES = 4

const INSTRUCTIONS = `You look for option ideas for the owner of one portfolio. Ballast has scanned a universe of assets, tested what is related to the portfolio, and priced contracts; the candidates are what passed. Every figure of a candidate is fixed.
Choose which candidates to show, at most ${MOST_SHOWN} and at most one of a ticker, the most useful first. Leave out what adds nothing beside the others. Tools show what else was scanned and priced.
Each section is about one candidate: what it does for this portfolio in bad times, what it is expected to cost in the end, and what speaks against it. The order to buy stands before it already. Only the sections of the candidates that you choose are shown; the others may have an empty list.`

const sectionOf = ({ discovery }: ShapedIdea) => `why.${discovery.id}`

/**
 * Lets a configured model choose among the ideas and what is said of each; every sentence is the engine's.
 *
 * @param signal aborting it ends the request to the model
 */
export async function writeByModel(
  model: AnalystModel | null,
  computed: ComputedDiscovery,
  subject: { userId: string; frame: DiscoveryFrame },
  signal: AbortSignal,
): Promise<WrittenRun> {
  const ledger = new FactLedger(subject.frame, computed.run.facts)
  const isWorthWriting = computed.run.discoveries.length > 0
  const task = toWritingTask(computed, ledger, subject.userId)
  const written = await writeSections(isWorthWriting ? model : null, task, signal)
  const { ideas, minted, chosen } = choose(computed, ledger, written, task)
  const discoveries = ideas.map((idea) => rewrite(idea, written))
  // Of those that a model chose nobody has added up the cost.
  const together = chosen ? undefined : findTogether(ledger)
  const summaryParts = isWorthWriting
    ? writeSummary({
        scan: readScan(ledger),
        nothingFound: computed.run.nothingFound,
        discoveries,
        ...(chosen && { chosen }),
        ...(together && { together }),
      })
    : computed.run.summaryParts
  return {
    run: {
      ...computed.run,
      discoveries,
      summaryParts,
      summary: toPlainText(summaryParts),
      facts: ledger.list(),
      engine: written.engine,
      verification: written.composition,
    },
    minted,
    isFound: isWorthWriting,
  }
}

/** The tools that a run's minted facts are made anew with. */
export const listTools = ({ desk }: Pick<ComputedDiscovery, 'desk'>) => (desk === null ? [] : createDeskTools(desk))

function toWritingTask(computed: ComputedDiscovery, ledger: FactLedger, userId: string): WritingTask {
  const { ideas, desk } = computed
  const assets = desk?.assets ?? []
  const sections = ideas.map((idea): [string, SectionTask] => {
    const { id, ticker, contractType } = idea.discovery
    const states = [`idea.${id}.`, `relation.${ticker}.`]
    const purpose = `why ${contractType}s on ${ticker}`
    return [sectionOf(idea), { purpose, sentences: idea.reasoning, states }]
  })
  return {
    feature: 'discovery',
    userId,
    instructions: INSTRUCTIONS,
    ledger,
    data: { candidates: ideas.map((idea) => describe(idea, assets)) },
    tools: listTools(computed),
    sections: Object.fromEntries(sections),
    selection: { from: ideas.map(({ discovery }) => discovery.id), max: MOST_SHOWN },
  }
}

function describe({ discovery }: ShapedIdea, assets: readonly UniverseAsset[]) {
  const { id, ticker, type, contractType, insideNoise, name } = discovery
  const kind = assets.find((asset) => asset.ticker === ticker)?.kind
  const price = insideNoise ? 'not distinguishable from fair' : 'outside the band of fair prices'
  return { id, ticker, name, type, contractType, price, kind: kind && describeKind(kind).name }
}

/** The ideas that are shown: the model's, one of a ticker, or the engine's own. */
function choose(
  { run, ideas }: ComputedDiscovery,
  ledger: FactLedger,
  { selected, minted }: Written,
  task: WritingTask,
) {
  const byId = new Map(ideas.map((idea) => [idea.discovery.id, idea]))
  const wanted = (selected ?? []).flatMap((id) => byId.get(id) ?? [])
  const seen = new Set<string>()
  const shown = wanted.filter(({ discovery: { ticker } }) => !seen.has(ticker) && seen.add(ticker))
  if (shown.length === 0) return { ideas: ideas.slice(0, run.discoveries.length), minted, chosen: undefined }
  const input = { ids: shown.map(({ discovery }) => discovery.id) }
  const before = ledger.list().length
  const tool = task.tools.find(({ name }) => name === CHOICE_TOOL)
  void tool?.run(input, { ledger, signal: new AbortController().signal })
  const [chosen] = ledger.list().slice(before)
  const call = { tool: CHOICE_TOOL, input, facts: chosen ? [chosen.id] : [] }
  return { ideas: shown, minted: [...minted, call], chosen }
}

/** An idea with its reasoning as it was chosen. */
function rewrite(idea: ShapedIdea, { sections }: Written) {
  const rationaleParts = joinTexts([idea.order, ...(sections[sectionOf(idea)] ?? listShown(idea.reasoning))])
  return { ...idea.discovery, rationaleParts, rationale: toPlainText(rationaleParts) }
}
