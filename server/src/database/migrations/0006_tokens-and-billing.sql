--> statement-breakpoint
-- Tokens are money. Requests may look at a user's own rows and write none of them: every movement is the server's own.
-- The ledger and the audit log are only ever added to, also by the server; rows leave with their user, by the foreign key.
GRANT SELECT ON token_balances, token_ledger, token_uses, use_answers, payment_customers, checkouts, subscriptions,
  subscription_payments, purchases, support_requests TO ballast_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON token_balances, token_uses, use_answers, payment_customers, checkouts,
  subscriptions, subscription_payments, purchases, payment_events, support_requests, sandbox_objects TO ballast_system;
--> statement-breakpoint
GRANT SELECT, INSERT ON token_ledger, audit_log TO ballast_system;
--> statement-breakpoint
DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['token_balances', 'token_ledger', 'token_uses', 'use_answers', 'payment_customers',
    'checkouts', 'subscriptions', 'subscription_payments', 'purchases', 'support_requests'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY own_rows ON %I TO ballast_app
      USING (user_id = (SELECT nullif(current_setting(''app.user_id'', true), '''')::uuid))
      WITH CHECK (user_id = (SELECT nullif(current_setting(''app.user_id'', true), '''')::uuid))', owned);
    EXECUTE format('CREATE POLICY every_row ON %I TO ballast_system USING (true) WITH CHECK (true)', owned);
  END LOOP;
END $$;
--> statement-breakpoint
-- Processes remember a user's tokens with the session, also that there were none: here a first row is news, too.
CREATE FUNCTION ballast_tell_first_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ballast_changed', to_jsonb(NEW) ->> TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_insert AFTER INSERT ON token_balances FOR EACH ROW EXECUTE FUNCTION ballast_tell_first_row('user_id');
--> statement-breakpoint
CREATE TRIGGER tell_delete AFTER DELETE ON token_balances FOR EACH ROW EXECUTE FUNCTION ballast_tell_change('user_id');
--> statement-breakpoint
CREATE TRIGGER tell_update AFTER UPDATE ON token_balances FOR EACH ROW
  WHEN (OLD.monthly + OLD.purchased IS DISTINCT FROM NEW.monthly + NEW.purchased) EXECUTE FUNCTION ballast_tell_change('user_id');
--> statement-breakpoint
CREATE TRIGGER tell_truncate AFTER TRUNCATE ON token_balances EXECUTE FUNCTION ballast_tell_change();
