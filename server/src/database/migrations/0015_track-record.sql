CREATE TABLE "option_quotes_seen" (
	"source" text NOT NULL,
	"symbol" text NOT NULL,
	"day" date NOT NULL,
	"bid" double precision,
	"ask" double precision,
	CONSTRAINT "option_quotes_seen_source_symbol_day_pk" PRIMARY KEY("source","symbol","day")
);
--> statement-breakpoint
CREATE TABLE "recommendation_drafts" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recommendation_evidence" (
	"recommendation_id" uuid NOT NULL,
	"part" text NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "recommendation_evidence_part" PRIMARY KEY("recommendation_id","part")
);
--> statement-breakpoint
CREATE TABLE "recommendation_links" (
	"recommendation_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"operations_hash" text,
	"counted" boolean NOT NULL,
	"made_on" date NOT NULL,
	CONSTRAINT "recommendation_links_run" UNIQUE("run_id")
);
--> statement-breakpoint
CREATE TABLE "recommendation_scores" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"recommendation_id" uuid NOT NULL,
	CONSTRAINT "recommendation_scores_previous_hash_unique" UNIQUE("previous_hash"),
	CONSTRAINT "recommendation_scores_hash_unique" UNIQUE("hash"),
	CONSTRAINT "recommendation_scores_recommendation_id_unique" UNIQUE("recommendation_id")
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"id" uuid NOT NULL,
	"simulated" boolean NOT NULL,
	"horizon_ends" date NOT NULL,
	"excluded_because" text,
	CONSTRAINT "recommendations_previous_hash_unique" UNIQUE("previous_hash"),
	CONSTRAINT "recommendations_hash_unique" UNIQUE("hash"),
	CONSTRAINT "recommendations_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "replayed_recommendations" (
	"source" text NOT NULL,
	"portfolio" text NOT NULL,
	"engine_version" text NOT NULL,
	"made_on" date NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replayed_recommendations_month" PRIMARY KEY("source","portfolio","engine_version","made_on")
);
--> statement-breakpoint
ALTER TABLE "recommendation_drafts" ADD CONSTRAINT "recommendation_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_drafts" ADD CONSTRAINT "recommendation_drafts_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_evidence" ADD CONSTRAINT "recommendation_evidence_recommendation_id_recommendations_id_fk" FOREIGN KEY ("recommendation_id") REFERENCES "public"."recommendations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_links" ADD CONSTRAINT "recommendation_links_recommendation_id_recommendations_id_fk" FOREIGN KEY ("recommendation_id") REFERENCES "public"."recommendations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_links" ADD CONSTRAINT "recommendation_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_links" ADD CONSTRAINT "recommendation_links_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_scores" ADD CONSTRAINT "recommendation_scores_recommendation_id_recommendations_id_fk" FOREIGN KEY ("recommendation_id") REFERENCES "public"."recommendations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recommendation_drafts_age" ON "recommendation_drafts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "recommendation_drafts_user" ON "recommendation_drafts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recommendation_links_repeated" ON "recommendation_links" USING btree ("portfolio_id","operations_hash","made_on");--> statement-breakpoint
CREATE INDEX "recommendation_links_user" ON "recommendation_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recommendations_due" ON "recommendations" USING btree ("horizon_ends") WHERE "recommendations"."excluded_because" is null;--> statement-breakpoint
-- Evidence is compressed already.
ALTER TABLE recommendation_evidence ALTER COLUMN body SET STORAGE EXTERNAL;
--> statement-breakpoint
-- The record is readable by everybody who is signed in, evidence by whom it was made for, and written by the server alone:
-- a request leaves a draft beside its answer, in the same transaction.
GRANT SELECT ON recommendations, recommendation_scores, recommendation_evidence, recommendation_links,
  replayed_recommendations TO ballast_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON recommendation_drafts TO ballast_app, ballast_system;
--> statement-breakpoint
GRANT SELECT, INSERT ON recommendations, recommendation_scores, recommendation_evidence, recommendation_links,
  option_quotes_seen TO ballast_system;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON replayed_recommendations TO ballast_system;
--> statement-breakpoint
DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['recommendation_links', 'recommendation_drafts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY own_rows ON %I TO ballast_app
      USING (user_id = (SELECT nullif(current_setting(''app.user_id'', true), '''')::uuid))
      WITH CHECK (user_id = (SELECT nullif(current_setting(''app.user_id'', true), '''')::uuid))', owned);
    EXECUTE format('CREATE POLICY every_row ON %I TO ballast_system USING (true) WITH CHECK (true)', owned);
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE recommendation_evidence ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON recommendation_evidence TO ballast_app
  USING (EXISTS (SELECT 1 FROM recommendation_links l
    WHERE l.recommendation_id = recommendation_evidence.recommendation_id
      AND l.user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid)))
  WITH CHECK (false);
--> statement-breakpoint
CREATE POLICY every_row ON recommendation_evidence TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Grants bind the roles of the server. What was recommended may not be changed by whoever owns the schema either, not by
-- accident: to do it, the trigger has to be taken off, and then the chain tells.
CREATE FUNCTION ballast_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['recommendations', 'recommendation_scores', 'recommendation_evidence'] LOOP
    EXECUTE format('CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION ballast_refuse_change()', kept);
    EXECUTE format('CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION ballast_refuse_change()', kept);
  END LOOP;
END $$;
