CREATE TABLE "held_lots" (
	"ticker" text NOT NULL,
	"lots" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "access_tokens_expiry" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "sessions_created" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_last_sign_in" ON "users" USING btree ("last_sign_in_at");--> statement-breakpoint
CREATE INDEX "subscriptions_created" ON "subscriptions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "token_balances_owed" ON "token_balances" USING btree ("owed") WHERE "token_balances"."owed" > 0;--> statement-breakpoint
CREATE INDEX "token_uses_cost_nothing" ON "token_uses" USING btree ("created_at") WHERE ("token_uses"."status" in ('free', 'failed') or ("token_uses"."status" = 'delivered' and "token_uses"."monthly" + "token_uses"."purchased" + "token_uses"."unlimited" = 0));--> statement-breakpoint
-- What comes and goes is added to the end of a table that nobody waits for: counts of tickers that all users hold, changed in
-- place, would make every upload wait for every other. As the owner, because users may not write here and their deletions may.
CREATE FUNCTION ballast_count_lots() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  added CONSTANT text := 'SELECT ticker, kind, replaced_by, 1 AS lots FROM new_lots';
  gone CONSTANT text := 'SELECT ticker, kind, replaced_by, -1 AS lots FROM old_lots';
BEGIN
  EXECUTE format(
    'INSERT INTO held_lots (ticker, lots)
      SELECT ticker, sum(lots) FROM (%s) changes WHERE replaced_by IS NULL AND kind <> ''cash''
      GROUP BY ticker HAVING sum(lots) <> 0',
    CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN gone ELSE added || ' UNION ALL ' || gone END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION ballast_forget_lots() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM held_lots;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_insert AFTER INSERT ON positions REFERENCING NEW TABLE AS new_lots
  FOR EACH STATEMENT EXECUTE FUNCTION ballast_count_lots();
--> statement-breakpoint
CREATE TRIGGER count_update AFTER UPDATE ON positions REFERENCING NEW TABLE AS new_lots OLD TABLE AS old_lots
  FOR EACH STATEMENT EXECUTE FUNCTION ballast_count_lots();
--> statement-breakpoint
CREATE TRIGGER count_delete AFTER DELETE ON positions REFERENCING OLD TABLE AS old_lots
  FOR EACH STATEMENT EXECUTE FUNCTION ballast_count_lots();
--> statement-breakpoint
CREATE TRIGGER count_truncate AFTER TRUNCATE ON positions FOR EACH STATEMENT EXECUTE FUNCTION ballast_forget_lots();
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON held_lots TO ballast_system;
--> statement-breakpoint
-- What is held already. Row-level security is forced, so that the owner sees no positions either; for this statement it is not.
ALTER TABLE positions NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO held_lots (ticker, lots)
  SELECT ticker, count(*) FROM positions WHERE replaced_by IS NULL AND kind <> 'cash' GROUP BY ticker;
--> statement-breakpoint
ALTER TABLE positions FORCE ROW LEVEL SECURITY;
