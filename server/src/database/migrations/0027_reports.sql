CREATE TABLE "report_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"id_hash" text NOT NULL,
	"report" json NOT NULL,
	"hides_amounts" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_links_id_hash" UNIQUE("id_hash")
);
--> statement-breakpoint
ALTER TABLE "report_links" ADD CONSTRAINT "report_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_links" ADD CONSTRAINT "report_links_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_links_portfolio" ON "report_links" USING btree ("portfolio_id");--> statement-breakpoint
CREATE INDEX "report_links_user" ON "report_links" USING btree ("user_id");--> statement-breakpoint
-- A link is made and revoked and never changed; the server itself opens it for whoever has its token.
GRANT SELECT, INSERT, DELETE ON report_links TO ballast_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON report_links TO ballast_system;
--> statement-breakpoint
ALTER TABLE report_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON report_links TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON report_links TO ballast_system USING (true) WITH CHECK (true);
