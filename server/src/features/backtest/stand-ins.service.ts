/** What stands in for what did not trade yet, for other features that send portfolios through the past. */
export { listProxies, type ProxyChoice } from '../../risk/proxy-ladder.ts'
export { createBetaEstimator } from './replay-portfolio.ts'
