// Tests: discovery-model.test.ts

import type { Fact } from '@ballast/contract'
import type { IdeaCandidate, RelationScan } from '@ballast/quant'
import { z } from 'zod'
import { defineTool, type ModelTool, toReference } from '../../ai/model-tools.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { describeKind } from './asset-classes.ts'
import type { UniverseAsset } from './discovery-input.ts'
import { recordRelation } from './relation-facts.ts'
import { readScan } from './scan-facts.ts'

/** Scan and prices for a model to look through. Plain data. */
export interface DiscoveryDesk {
  scan: RelationScan
  assets: readonly UniverseAsset[]
  candidates: readonly IdeaCandidate[]
}

export const CHOICE_TOOL = 'count_chosen'

const LISTED = 12
const COMPARED = 6
const asset = z.string().max(15)
const id = z.string().max(30)

/**
 * Tools of a model that looks for ideas: they read what the engine has scanned and priced for this one portfolio, and
 * enter each figure that they tell among the facts.
 */
export function createDeskTools(desk: DiscoveryDesk): ModelTool[] {
  return [
    defineTool({
      name: 'scan_universe',
      description: 'The assets that were tested, and which of them are related to the portfolio by more than chance.',
      input: z.object({}),
      run: (_input, { ledger }) => {
        const related = new Set(desk.candidates.map(({ side }) => side.ticker))
        return {
          figures: Object.values(readScan(ledger)).map(toReference),
          related: desk.assets
            .filter(({ ticker }) => related.has(ticker))
            .map(({ ticker, kind }) => `${ticker}: ${describeKind(kind).name}`),
        }
      },
    }),
    defineTool({
      name: 'get_relation',
      description: 'How one asset that was looked at relates to the portfolio: correlations, worst days, chance.',
      input: z.object({ asset }),
      run: ({ asset: ticker }, { ledger }) => {
        const relation = desk.scan.relations.find((one) => one.ticker === ticker)
        if (!relation) throw new Error(`${ticker} was not looked at`)
        const { correlation, partial, tail } = recordRelation(ledger, relation)
        return [correlation, ...Object.values(partial ?? {}), ...Object.values(tail ?? {})].map(toReference)
      },
    }),
    defineTool({
      name: 'list_contracts',
      description: `Contracts of one asset that were priced, at most ${LISTED}, those that pay most in bad times first.`,
      input: z.object({ asset, type: z.enum(['call', 'put']).nullable(), expiry: z.iso.date().nullable() }),
      run: ({ asset: ticker, type, expiry }, { ledger }) =>
        desk.candidates
          .filter(
            ({ side, line }) =>
              side.ticker === ticker && (type ?? side.type) === side.type && (expiry ?? line.expiry) === line.expiry,
          )
          .toSorted((a, b) => b.hedgePower - a.hedgePower || (a.id < b.id ? -1 : 1))
          .slice(0, LISTED)
          .map((candidate) => ({
            id: candidate.id,
            type: candidate.side.type,
            figures: recordTerms(ledger, candidate).map(toReference),
          })),
    }),
    defineTool({
      name: 'price_candidate',
      description: 'Everything that was computed of one contract, by its id: price, fair value with its band, returns.',
      input: z.object({ id }),
      run: (input, { ledger }) => describeCandidate(ledger, find(input.id)),
    }),
    defineTool({
      name: 'compare',
      description: `The same of several contracts side by side, at most ${COMPARED}.`,
      input: z.object({ ids: z.array(id).min(2).max(COMPARED) }),
      run: ({ ids }, { ledger }) =>
        ids.map((one) => ({ id: one, figures: recordPrices(ledger, find(one)).map(toReference) })),
    }),
    createChoiceTool(),
  ]

  function find(wanted: string): IdeaCandidate {
    const found = desk.candidates.find((one) => one.id === wanted)
    if (!found) throw new Error('No contract of that id was priced; list_contracts has the ids')
    return found
  }
}

/** Counts what was chosen, so that the summary can say how many they are. */
function createChoiceTool(): ModelTool {
  return defineTool({
    name: CHOICE_TOOL,
    description: 'Counts the candidates of a choice.',
    input: z.object({ ids: z.array(id).max(8) }),
    run: ({ ids }, { ledger }) =>
      toReference(new FactWriter(ledger, 'choice').state('choice.ideas', ids.length, { key: `of.${ids.join('+')}` })),
  })
}

/** Describes a contract: one that may be shown in full, others by their terms and prices. */
function describeCandidate(ledger: FactLedger, candidate: IdeaCandidate): string[] {
  const own = ledger.list().filter(({ key }) => key.startsWith(`idea.${candidate.id}.`))
  if (own.length > 0) return own.map(toReference)
  return [...recordTerms(ledger, candidate), ...recordPrices(ledger, candidate)].map(toReference)
}

/** Finds the facts that a contract has already: a figure is one fact. */
function findOwn(ledger: FactLedger, { id: name }: IdeaCandidate, names: readonly string[]): Fact[] | null {
  const keys = names.map((one) => `idea.${name}.${one}`)
  return keys.every((key) => ledger.has(key)) ? keys.map((key) => ledger.get(key)) : null
}

function recordTerms(ledger: FactLedger, candidate: IdeaCandidate): Fact[] {
  const own = findOwn(ledger, candidate, ['strike', 'expiry', 'ask'])
  if (own) return own
  const writer = new FactWriter(ledger, `candidate.${candidate.id}`)
  const { underlying, strike, expiry, ask } = candidate.line
  return [
    writer.state('contract.strike', strike, { names: { underlying } }),
    writer.state('contract.expiry', expiry),
    writer.state('contract.ask', ask),
  ]
}

function recordPrices(ledger: FactLedger, candidate: IdeaCandidate): Fact[] {
  const own = findOwn(ledger, candidate, ['fairValue', 'mispricing', 'expectedReturn', 'conditionalReturn'])
  if (own) return own
  const { line, fair, expectedReturn, conditionalReturn } = candidate
  const writer = new FactWriter(ledger, `candidate.${candidate.id}`)
  const of = `${line.underlying} ${line.type}`
  return [
    writer.state('candidate.fairValue', fair.value, { names: { of } }),
    writer.state('candidate.mispricing', fair.mispricing, { names: { of } }),
    writer.state('candidate.expectedReturn', expectedReturn, { names: { of } }),
    writer.state('candidate.conditionalReturn', conditionalReturn, { names: { of } }),
  ]
}
