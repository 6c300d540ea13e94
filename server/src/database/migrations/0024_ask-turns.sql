CREATE TABLE "ask_turns" (
	"thread_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"question" text NOT NULL,
	"topic" text,
	"answer" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ask_turns_thread_id_place_pk" PRIMARY KEY("thread_id","place")
);
--> statement-breakpoint
ALTER TABLE "ask_turns" ADD CONSTRAINT "ask_turns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ask_turns" ADD CONSTRAINT "ask_turns_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ask_turns_portfolio" ON "ask_turns" USING btree ("portfolio_id","created_at");--> statement-breakpoint
CREATE INDEX "ask_turns_user" ON "ask_turns" USING btree ("user_id");--> statement-breakpoint
-- What was answered is never rewritten.
GRANT SELECT, INSERT, DELETE ON ask_turns TO ballast_app;
--> statement-breakpoint
ALTER TABLE ask_turns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON ask_turns TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON ask_turns TO ballast_system USING (true) WITH CHECK (true);
