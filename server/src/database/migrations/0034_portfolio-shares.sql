CREATE TABLE "portfolio_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"id_hash" text NOT NULL,
	"owner_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "portfolio_invitations_id_hash" UNIQUE("id_hash")
);
--> statement-breakpoint
CREATE TABLE "portfolio_shares" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"guest_user_id" uuid NOT NULL,
	"owner_name" text NOT NULL,
	"guest_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "portfolio_shares_once" UNIQUE("portfolio_id","guest_user_id"),
	CONSTRAINT "portfolio_shares_id_guest" UNIQUE("id","guest_user_id"),
	CONSTRAINT "portfolio_shares_two_users" CHECK ("portfolio_shares"."user_id" <> "portfolio_shares"."guest_user_id")
);
--> statement-breakpoint
ALTER TABLE "portfolios" ADD COLUMN "share_id" uuid;--> statement-breakpoint
ALTER TABLE "portfolio_invitations" ADD CONSTRAINT "portfolio_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_invitations" ADD CONSTRAINT "portfolio_invitations_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_shares" ADD CONSTRAINT "portfolio_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_shares" ADD CONSTRAINT "portfolio_shares_guest_user_id_users_id_fk" FOREIGN KEY ("guest_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_shares" ADD CONSTRAINT "portfolio_shares_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portfolio_invitations_portfolio" ON "portfolio_invitations" USING btree ("portfolio_id");--> statement-breakpoint
CREATE INDEX "portfolio_invitations_user" ON "portfolio_invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "portfolio_invitations_expiry" ON "portfolio_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "portfolio_shares_user" ON "portfolio_shares" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "portfolio_shares_guest" ON "portfolio_shares" USING btree ("guest_user_id");--> statement-breakpoint
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_received_share" FOREIGN KEY ("share_id","user_id") REFERENCES "public"."portfolio_shares"("id","guest_user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_share" UNIQUE("share_id");--> statement-breakpoint
-- Whoever accepts an invitation writes rows of two users, which the system alone may.
GRANT SELECT, INSERT, DELETE ON portfolio_invitations TO ballast_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON portfolio_shares TO ballast_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON portfolio_invitations, portfolio_shares TO ballast_system;
--> statement-breakpoint
-- The owner is told in the transaction in which somebody accepts.
GRANT INSERT, DELETE ON inbox_messages TO ballast_system;
--> statement-breakpoint
GRANT INSERT ON outbox TO ballast_system;
--> statement-breakpoint
ALTER TABLE portfolio_invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON portfolio_invitations TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON portfolio_invitations TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE portfolio_shares ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON portfolio_shares TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON portfolio_shares TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
-- What others share with a user is seen by a role of its own, so that no query of the user's own rows can meet it, and may only be
-- read. The one thing that a guest may write is the end of the share.
GRANT SELECT, DELETE ON portfolio_shares TO ballast_guest;
--> statement-breakpoint
CREATE POLICY received_rows ON portfolio_shares TO ballast_guest
  USING (guest_user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
GRANT SELECT ON portfolios, positions, brokerage_accounts, account_rules, dated_holdings, split_adjustments, policies TO ballast_guest;
--> statement-breakpoint
CREATE POLICY shared_rows ON portfolios FOR SELECT TO ballast_guest USING (id IN (SELECT portfolio_id FROM portfolio_shares));
--> statement-breakpoint
CREATE POLICY shared_rows ON positions FOR SELECT TO ballast_guest USING (portfolio_id IN (SELECT portfolio_id FROM portfolio_shares));
--> statement-breakpoint
CREATE POLICY shared_rows ON brokerage_accounts FOR SELECT TO ballast_guest USING (portfolio_id IN (SELECT portfolio_id FROM portfolio_shares));
--> statement-breakpoint
CREATE POLICY shared_rows ON account_rules FOR SELECT TO ballast_guest USING (portfolio_id IN (SELECT portfolio_id FROM portfolio_shares));
--> statement-breakpoint
CREATE POLICY shared_rows ON dated_holdings FOR SELECT TO ballast_guest USING (portfolio_id IN (SELECT portfolio_id FROM portfolio_shares));
--> statement-breakpoint
CREATE POLICY shared_rows ON split_adjustments FOR SELECT TO ballast_guest USING (portfolio_id IN (SELECT portfolio_id FROM portfolio_shares));
--> statement-breakpoint
CREATE POLICY shared_rows ON policies FOR SELECT TO ballast_guest USING (portfolio_id IN (SELECT portfolio_id FROM portfolio_shares));
