CREATE TABLE "ai_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content_key" text NOT NULL,
	"summary" text NOT NULL,
	"engine" text NOT NULL,
	"simulated" boolean NOT NULL,
	"answer" "bytea" NOT NULL,
	"inputs" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_runs" ADD CONSTRAINT "ai_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_runs" ADD CONSTRAINT "ai_runs_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_runs_portfolio" ON "ai_runs" USING btree ("portfolio_id","created_at");--> statement-breakpoint
CREATE INDEX "ai_runs_user" ON "ai_runs" USING btree ("user_id");--> statement-breakpoint
-- Both are compressed already.
ALTER TABLE ai_runs ALTER COLUMN answer SET STORAGE EXTERNAL, ALTER COLUMN inputs SET STORAGE EXTERNAL;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON ai_runs TO ballast_app, ballast_system;
--> statement-breakpoint
ALTER TABLE ai_runs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON ai_runs TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON ai_runs TO ballast_system USING (true) WITH CHECK (true);
