CREATE TABLE "hedge_analyses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"positions_hash" text NOT NULL,
	"entry" json NOT NULL,
	"body" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hedge_analyses" ADD CONSTRAINT "hedge_analyses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hedge_analyses" ADD CONSTRAINT "hedge_analyses_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hedge_analyses_portfolio" ON "hedge_analyses" USING btree ("portfolio_id","created_at");--> statement-breakpoint
CREATE INDEX "hedge_analyses_user" ON "hedge_analyses" USING btree ("user_id");--> statement-breakpoint
-- Bodies are compressed already.
ALTER TABLE hedge_analyses ALTER COLUMN body SET STORAGE EXTERNAL;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hedge_analyses TO ballast_app, ballast_system;
--> statement-breakpoint
ALTER TABLE hedge_analyses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON hedge_analyses TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON hedge_analyses TO ballast_system USING (true) WITH CHECK (true);
