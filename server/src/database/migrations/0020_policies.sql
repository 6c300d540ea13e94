CREATE TABLE "inbox_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"event_key" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"link" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "inbox_messages_event" UNIQUE("user_id","event_key")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"limit_percent" double precision NOT NULL,
	"shock_percent" double precision NOT NULL,
	"ends_on" date NOT NULL,
	"legs" json NOT NULL,
	"fees" double precision NOT NULL,
	"placed_on" date NOT NULL,
	"analysis_id" uuid,
	"strategy_id" text,
	"engine_version" text NOT NULL,
	"baseline" json,
	"judgement" json,
	"state" text,
	"state_since" timestamp with time zone,
	"checked_day" date,
	"checked_version" text,
	"resting_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "policies_id_user" UNIQUE("id","user_id")
);
--> statement-breakpoint
CREATE TABLE "policy_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "policy_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"policy_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"cause" text,
	"state" text,
	"text" text NOT NULL,
	"loss_percent" double precision,
	"legs_value" double precision
);
--> statement-breakpoint
ALTER TABLE "inbox_messages" ADD CONSTRAINT "inbox_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_history" ADD CONSTRAINT "policy_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_history" ADD CONSTRAINT "policy_history_own_policy" FOREIGN KEY ("policy_id","user_id") REFERENCES "public"."policies"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_messages_user" ON "inbox_messages" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "policies_portfolio" ON "policies" USING btree ("portfolio_id");--> statement-breakpoint
CREATE INDEX "policies_user" ON "policies" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "policy_history_policy" ON "policy_history" USING btree ("policy_id","id");--> statement-breakpoint
CREATE INDEX "policy_history_user" ON "policy_history" USING btree ("user_id");--> statement-breakpoint
-- A user keeps policies and cannot rewrite what happened to them; messages are written once, and only their reading changes.
GRANT SELECT, INSERT, UPDATE ON policies TO ballast_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON policy_history TO ballast_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (read_at) ON inbox_messages TO ballast_app;
--> statement-breakpoint
GRANT SELECT ON policies, policy_history, inbox_messages TO ballast_system;
--> statement-breakpoint
ALTER TABLE policies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON policies TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON policies TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE policy_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON policy_history TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON policy_history TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE inbox_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON inbox_messages TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON inbox_messages TO ballast_system USING (true) WITH CHECK (true);
