import { config } from 'zod'

// Must run before any schema is built: to parse faster zod tries to compile code, which the content security policy
// forbids and reports.
config({ jitless: true })
