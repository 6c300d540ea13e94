export * from './accounts.ts'
export * from './market-data.ts'
export * from './portfolios.ts'
export * from './system.ts'
