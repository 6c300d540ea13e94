/** Stands in `users.issuer` for visitors of a public demo: the server itself made them up. */
export const DEMO_ISSUER = 'urn:ballast:demo'
