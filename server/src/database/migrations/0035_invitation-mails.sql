CREATE TABLE "refused_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"refused_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "portfolio_invitations" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "portfolio_invitations" ADD COLUMN "mail_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "portfolio_invitations" ADD COLUMN "mail_next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "portfolio_invitations" ADD COLUMN "mail_sent_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "portfolio_invitations_mail" ON "portfolio_invitations" USING btree ("mail_next_at");
--> statement-breakpoint
-- Only the server itself sends mail, and knows who wants none.
GRANT SELECT, INSERT ON refused_addresses TO ballast_system;
