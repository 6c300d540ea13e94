CREATE TABLE "import_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"content_hash" text NOT NULL,
	"as_of" date,
	"review" text NOT NULL,
	"material" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "split_adjustments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"action" text NOT NULL,
	"ticker" text NOT NULL,
	"date" date NOT NULL,
	"new_shares" numeric(30, 10) NOT NULL,
	"old_shares" numeric(30, 10) NOT NULL,
	"lots" json NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "positions_hash" text;--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "as_of" date;--> statement-breakpoint
ALTER TABLE "import_drafts" ADD CONSTRAINT "import_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_adjustments" ADD CONSTRAINT "split_adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_adjustments" ADD CONSTRAINT "split_adjustments_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_drafts_user" ON "import_drafts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "import_drafts_expiry" ON "import_drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "split_adjustments_portfolio" ON "split_adjustments" USING btree ("portfolio_id");--> statement-breakpoint
CREATE INDEX "split_adjustments_user" ON "split_adjustments" USING btree ("user_id");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON import_drafts, split_adjustments TO ballast_app, ballast_system;
--> statement-breakpoint
ALTER TABLE import_drafts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON import_drafts TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON import_drafts TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE split_adjustments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON split_adjustments TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON split_adjustments TO ballast_system USING (true) WITH CHECK (true);
