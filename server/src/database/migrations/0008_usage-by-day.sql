CREATE TABLE "usage_days" (
	"day" date NOT NULL,
	"feature" text NOT NULL,
	"uses" integer NOT NULL,
	"tokens" integer NOT NULL,
	CONSTRAINT "usage_days_day_feature_pk" PRIMARY KEY("day","feature")
);
--> statement-breakpoint
-- Admins look at totals of a month in which a million uses may lie. Counting them takes a second; adding one takes nothing.
-- Whoever changes uses, by whatever way, changes the counts in the same transaction. Days in order, so that two
-- transactions never wait for each other.
CREATE FUNCTION ballast_count_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added CONSTANT text := 'SELECT created_at, feature, status, 1 AS uses, monthly + purchased AS tokens FROM new_uses';
  gone CONSTANT text := 'SELECT created_at, feature, status, -1 AS uses, -(monthly + purchased) AS tokens FROM old_uses';
BEGIN
  EXECUTE format(
    'INSERT INTO usage_days AS counted (day, feature, uses, tokens)
      SELECT (created_at AT TIME ZONE ''UTC'')::date, feature, sum(uses), sum(tokens) FROM (%s) changes
      WHERE status = ''delivered'' AND feature IN (''hedge_analysis'', ''agentic_discovery'')
      GROUP BY 1, 2 HAVING sum(uses) <> 0 OR sum(tokens) <> 0 ORDER BY 1, 2
    ON CONFLICT (day, feature) DO UPDATE
      SET uses = counted.uses + excluded.uses, tokens = counted.tokens + excluded.tokens',
    CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN gone ELSE added || ' UNION ALL ' || gone END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION ballast_forget_uses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM usage_days;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_insert AFTER INSERT ON token_uses REFERENCING NEW TABLE AS new_uses
  FOR EACH STATEMENT EXECUTE FUNCTION ballast_count_uses();
--> statement-breakpoint
CREATE TRIGGER count_update AFTER UPDATE ON token_uses REFERENCING NEW TABLE AS new_uses OLD TABLE AS old_uses
  FOR EACH STATEMENT EXECUTE FUNCTION ballast_count_uses();
--> statement-breakpoint
CREATE TRIGGER count_delete AFTER DELETE ON token_uses REFERENCING OLD TABLE AS old_uses
  FOR EACH STATEMENT EXECUTE FUNCTION ballast_count_uses();
--> statement-breakpoint
CREATE TRIGGER count_truncate AFTER TRUNCATE ON token_uses FOR EACH STATEMENT EXECUTE FUNCTION ballast_forget_uses();
--> statement-breakpoint
INSERT INTO usage_days (day, feature, uses, tokens)
  SELECT (created_at AT TIME ZONE 'UTC')::date, feature, count(*), sum(monthly + purchased) FROM token_uses
  WHERE status = 'delivered' AND feature IN ('hedge_analysis', 'agentic_discovery') GROUP BY 1, 2;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON usage_days TO ballast_system;
