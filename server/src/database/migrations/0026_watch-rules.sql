CREATE TABLE "watch_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"terms" json NOT NULL,
	"is_on" boolean NOT NULL,
	"muted_channels" uuid[] NOT NULL,
	"state" text,
	"finding" json,
	"checked_at" timestamp with time zone,
	"checked_day" date,
	"checked_version" text,
	"resting_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watch_rules" ADD CONSTRAINT "watch_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_rules" ADD CONSTRAINT "watch_rules_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_rules_portfolio" ON "watch_rules" USING btree ("portfolio_id");--> statement-breakpoint
CREATE INDEX "watch_rules_user" ON "watch_rules" USING btree ("user_id","created_at");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON watch_rules TO ballast_app;
--> statement-breakpoint
GRANT SELECT ON watch_rules TO ballast_system;
--> statement-breakpoint
ALTER TABLE watch_rules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON watch_rules TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON watch_rules TO ballast_system USING (true) WITH CHECK (true);
