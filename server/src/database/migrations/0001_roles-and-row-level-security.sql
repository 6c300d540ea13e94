-- Who may do what. Roles exist before this runs (see roles.ts). A request works as ballast_app, which sees the rows of one
-- user; sweepers, sign-in and shared caches work as ballast_system. Neither owns a table, so that policies bind both, and
-- FORCE binds the owner too. With no user set, app.user_id is empty and no row matches.

GRANT SELECT, INSERT, UPDATE, DELETE ON
  users, sessions, sign_ins, preferences, portfolios, brokerage_accounts, import_batches, positions,
  price_quotes, missing_tickers, daily_bars, daily_histories, instruments, exchange_rates,
  rate_hits, leases, server_secrets
TO ballast_system;

-- Tier and admin are never written on a user's behalf: no INSERT or UPDATE on users.
GRANT SELECT, DELETE ON users, sessions TO ballast_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON preferences, portfolios, brokerage_accounts, import_batches, positions TO ballast_app;
GRANT SELECT ON price_quotes, missing_tickers, daily_bars, daily_histories, instruments, exchange_rates TO ballast_app;

ALTER TABLE users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON users TO ballast_app
  USING (id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY every_row ON users TO ballast_system USING (true) WITH CHECK (true);

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON sessions TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY every_row ON sessions TO ballast_system USING (true) WITH CHECK (true);

ALTER TABLE preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON preferences TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY every_row ON preferences TO ballast_system USING (true) WITH CHECK (true);

ALTER TABLE portfolios ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON portfolios TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY every_row ON portfolios TO ballast_system USING (true) WITH CHECK (true);

ALTER TABLE brokerage_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON brokerage_accounts TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY every_row ON brokerage_accounts TO ballast_system USING (true) WITH CHECK (true);

ALTER TABLE import_batches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON import_batches TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY every_row ON import_batches TO ballast_system USING (true) WITH CHECK (true);

ALTER TABLE positions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON positions TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY every_row ON positions TO ballast_system USING (true) WITH CHECK (true);
