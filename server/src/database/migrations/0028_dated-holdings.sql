CREATE TABLE "dated_holdings" (
	"portfolio_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"import_id" uuid,
	"states_all" boolean NOT NULL,
	"units" json NOT NULL,
	"money_in" numeric(30, 10),
	CONSTRAINT "dated_holdings_portfolio_id_place_pk" PRIMARY KEY("portfolio_id","place")
);
--> statement-breakpoint
ALTER TABLE "import_drafts" ADD COLUMN "trades" "bytea";--> statement-breakpoint
ALTER TABLE "dated_holdings" ADD CONSTRAINT "dated_holdings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_holdings" ADD CONSTRAINT "dated_holdings_import_id_import_batches_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."import_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_holdings" ADD CONSTRAINT "dated_holdings_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dated_holdings_user" ON "dated_holdings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "dated_holdings_import" ON "dated_holdings" USING btree ("import_id") WHERE "dated_holdings"."import_id" is not null;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON dated_holdings TO ballast_app;
--> statement-breakpoint
ALTER TABLE dated_holdings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON dated_holdings TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON dated_holdings TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
-- What is held already is known from the day of the newest lot on: its last change by the owner, the day that its file
-- states, or the day on which it was stored. The owner of the tables may read past the policies for this one statement.
ALTER TABLE portfolios NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE positions NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE import_batches NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE dated_holdings NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO dated_holdings (portfolio_id, place, user_id, day, states_all, units)
SELECT held.portfolio_id, 1, held.user_id, max(held.day), false, json_object_agg(held.key, trim_scale(held.units)::text)
FROM (
  SELECT lot.portfolio_id, lot.user_id, sum(lot.shares * lot.multiplier) AS units,
    CASE lot.kind WHEN 'cash' THEN '$' || lot.currency WHEN 'option' THEN '@' || lot.ticker
      WHEN 'bond' THEN '%' || lot.ticker ELSE lot.ticker END AS key,
    max(CASE WHEN lot.updated_at > lot.created_at THEN (lot.updated_at AT TIME ZONE 'America/New_York')::date
      ELSE least(batch.as_of, (lot.created_at AT TIME ZONE 'America/New_York')::date) END) AS day
  FROM positions lot
  JOIN portfolios ON portfolios.id = lot.portfolio_id AND NOT portfolios.is_book
  LEFT JOIN import_batches batch ON batch.id = lot.import_id
  WHERE lot.replaced_by IS NULL
  GROUP BY lot.portfolio_id, lot.user_id, 4
) held
GROUP BY held.portfolio_id, held.user_id;
--> statement-breakpoint
ALTER TABLE portfolios FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE positions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE import_batches FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE dated_holdings FORCE ROW LEVEL SECURITY;
