CREATE TABLE "account_rules" (
	"portfolio_id" uuid NOT NULL,
	"account" text NOT NULL,
	"user_id" uuid NOT NULL,
	"level" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "account_rules_portfolio_id_account_pk" PRIMARY KEY("portfolio_id","account")
);
--> statement-breakpoint
ALTER TABLE "account_rules" ADD CONSTRAINT "account_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_rules" ADD CONSTRAINT "account_rules_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_rules_user" ON "account_rules" USING btree ("user_id");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON account_rules TO ballast_app;
--> statement-breakpoint
ALTER TABLE account_rules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON account_rules TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON account_rules TO ballast_system USING (true) WITH CHECK (true);
