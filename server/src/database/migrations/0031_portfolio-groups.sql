CREATE TABLE "group_members" (
	"group_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "group_members_group_id_portfolio_id_pk" PRIMARY KEY("group_id","portfolio_id")
);
--> statement-breakpoint
DROP INDEX "portfolios_one_book";--> statement-breakpoint
ALTER TABLE "portfolios" ADD COLUMN "is_group" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_own_group" FOREIGN KEY ("group_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_members_portfolio" ON "group_members" USING btree ("portfolio_id");--> statement-breakpoint
CREATE INDEX "group_members_user" ON "group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "portfolios_one_book" ON "portfolios" USING btree ("user_id") WHERE "portfolios"."is_book" and not "portfolios"."is_group";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON group_members TO ballast_app;
--> statement-breakpoint
ALTER TABLE group_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON group_members TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON group_members TO ballast_system USING (true) WITH CHECK (true);
