import type { HedgeDependencies } from '../hedges/hedges.service.ts'
import type { OptionDependencies } from '../options/options.service.ts'
import type { PolicyDependencies } from '../policies/policies.service.ts'
import { type AiToolDependencies, createAiTools } from './ai-tools.ts'
import { type AnalysisToolDependencies, createAnalysisTools } from './analysis-tools.ts'
import { createDividendTools, type DividendToolDependencies } from './dividend-tools.ts'
import { createFallTools } from './fall-tools.ts'
import { createHedgeTools } from './hedge-tools.ts'
import { createHistoryTools, type HistoryToolDependencies } from './history-tools.ts'
import { createOptionTools } from './option-tools.ts'
import { createPolicyTools } from './policy-tools.ts'
import { createPortfolioTools, type PortfolioToolDependencies } from './portfolio-tools.ts'
import { createRecordTools, type RecordToolDependencies } from './record-tools.ts'
import { createSaleTools } from './sale-tools.ts'
import { createTicketTools } from './ticket-tools.ts'
import type { Tool } from './tool.ts'

export { toPlainText } from './plain-text.ts'
export { describeIssues, type Tool, type ToolAnswer, type ToolContext } from './tool.ts'

export type ToolDependencies = PortfolioToolDependencies &
  AnalysisToolDependencies &
  HistoryToolDependencies &
  OptionDependencies &
  DividendToolDependencies &
  HedgeDependencies &
  PolicyDependencies &
  AiToolDependencies &
  RecordToolDependencies

/** Everything that an assistant can do for a user here, over the services of the screens. */
export function createTools(dependencies: ToolDependencies): readonly Tool[] {
  return [
    ...createPortfolioTools(dependencies),
    ...createHistoryTools(dependencies),
    ...createAnalysisTools(dependencies),
    ...createSaleTools(dependencies),
    ...createFallTools(dependencies),
    ...createOptionTools(dependencies),
    ...createDividendTools(dependencies),
    ...createHedgeTools(dependencies),
    ...createTicketTools(dependencies),
    ...createPolicyTools(dependencies),
    ...createAiTools(dependencies),
    ...createRecordTools(dependencies),
  ]
}
