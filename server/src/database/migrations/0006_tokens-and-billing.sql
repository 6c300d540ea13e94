CREATE TABLE "audit_log" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_user_id" uuid,
	"subject_user_id" uuid,
	"action" text NOT NULL,
	"details" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"package_id" text,
	"session_id" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_customers_user_id_provider_pk" PRIMARY KEY("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"customer_id" text,
	"charge_id" text,
	"received_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"session_id" text NOT NULL,
	"payment_intent_id" text,
	"package_id" text NOT NULL,
	"tokens" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"reversed_cents" integer DEFAULT 0 NOT NULL,
	"reversed_tokens" integer DEFAULT 0 NOT NULL,
	"owed_tokens" integer DEFAULT 0 NOT NULL,
	"adjustments" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "purchases_reversed_within" CHECK ("purchases"."reversed_tokens" between 0 and "purchases"."tokens" and "purchases"."owed_tokens" between 0 and "purchases"."reversed_tokens")
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"customer_id" text,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_payments" (
	"invoice_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"amount_cents" integer NOT NULL,
	"payment_intent_id" text,
	"reversed_cents" integer DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"status" text NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"trial_end" timestamp with time zone,
	"past_due_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"synced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"priority" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "token_balances" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"monthly" integer DEFAULT 0 NOT NULL,
	"purchased" integer DEFAULT 0 NOT NULL,
	"owed" integer DEFAULT 0 NOT NULL,
	"monthly_period" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "token_balances_monthly_not_negative" CHECK ("token_balances"."monthly" >= 0),
	CONSTRAINT "token_balances_purchased_not_negative" CHECK ("token_balances"."purchased" >= 0),
	CONSTRAINT "token_balances_owed_not_negative" CHECK ("token_balances"."owed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "token_ledger" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "token_ledger_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"tokens" integer NOT NULL,
	"reason_key" text NOT NULL,
	"balance_after" integer NOT NULL,
	"feature" text,
	"amount_cents" integer,
	"note" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "token_ledger_tokens_positive" CHECK ("token_ledger"."tokens" > 0)
);
--> statement-breakpoint
CREATE TABLE "token_uses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"feature" text NOT NULL,
	"portfolio_id" uuid,
	"monthly" integer NOT NULL,
	"purchased" integer NOT NULL,
	"unlimited" integer NOT NULL,
	"status" text NOT NULL,
	"idempotency_key" text,
	"fingerprint" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "use_answers" (
	"use_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"delivered" boolean NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pro_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_subject_user_id_users_id_fk" FOREIGN KEY ("subject_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_balances" ADD CONSTRAINT "token_balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_ledger" ADD CONSTRAINT "token_ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_uses" ADD CONSTRAINT "token_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_answers" ADD CONSTRAINT "use_answers_use_id_token_uses_id_fk" FOREIGN KEY ("use_id") REFERENCES "public"."token_uses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_answers" ADD CONSTRAINT "use_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_session" ON "checkouts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "checkouts_user" ON "checkouts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_customer" ON "payment_customers" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payment_events_waiting" ON "payment_events" USING btree ("next_attempt_at") WHERE "payment_events"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_session" ON "purchases" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "purchases_user" ON "purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "purchases_intent" ON "purchases" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "purchases_created" ON "purchases" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_objects_customer" ON "sandbox_objects" USING btree ("customer_id","kind");--> statement-breakpoint
CREATE INDEX "subscription_payments_user" ON "subscription_payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscription_payments_paid" ON "subscription_payments" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "subscription_payments_intent" ON "subscription_payments" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("current_period_end");--> statement-breakpoint
CREATE INDEX "support_requests_user" ON "support_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "token_ledger_reason" ON "token_ledger" USING btree ("reason_key");--> statement-breakpoint
CREATE INDEX "token_ledger_user" ON "token_ledger" USING btree ("user_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "token_uses_idempotency" ON "token_uses" USING btree ("user_id","feature","idempotency_key") WHERE "token_uses"."idempotency_key" is not null and "token_uses"."status" <> 'failed';--> statement-breakpoint
CREATE INDEX "token_uses_repeated" ON "token_uses" USING btree ("user_id","fingerprint","created_at");--> statement-breakpoint
CREATE INDEX "token_uses_left" ON "token_uses" USING btree ("lease_until") WHERE "token_uses"."status" = 'reserved';--> statement-breakpoint
CREATE INDEX "token_uses_delivered" ON "token_uses" USING btree ("created_at","feature","monthly","purchased") WHERE "token_uses"."status" = 'delivered';--> statement-breakpoint
CREATE INDEX "use_answers_user" ON "use_answers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "use_answers_age" ON "use_answers" USING btree ("created_at");--> statement-breakpoint
-- Until when somebody is on PRO says which plan they are on; a second column could contradict it.
ALTER TABLE "users" DROP COLUMN "subscription_tier";
--> statement-breakpoint
-- Tokens are money. Requests may look at a user's own rows and write none of them: every movement is the server's own.
-- The ledger and the audit log are only ever added to, also by the server; rows leave with their user, by the foreign key.
GRANT SELECT ON token_balances, token_ledger, token_uses, use_answers, payment_customers, checkouts, subscriptions,
  subscription_payments, purchases, support_requests TO ballast_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON token_balances, token_uses, use_answers, payment_customers, checkouts,
  subscriptions, subscription_payments, purchases, payment_events, support_requests, sandbox_objects TO ballast_system;
--> statement-breakpoint
GRANT SELECT, INSERT ON token_ledger, audit_log TO ballast_system;
--> statement-breakpoint
DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['token_balances', 'token_ledger', 'token_uses', 'use_answers', 'payment_customers',
    'checkouts', 'subscriptions', 'subscription_payments', 'purchases', 'support_requests'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY own_rows ON %I TO ballast_app
      USING (user_id = (SELECT nullif(current_setting(''app.user_id'', true), '''')::uuid))
      WITH CHECK (user_id = (SELECT nullif(current_setting(''app.user_id'', true), '''')::uuid))', owned);
    EXECUTE format('CREATE POLICY every_row ON %I TO ballast_system USING (true) WITH CHECK (true)', owned);
  END LOOP;
END $$;
--> statement-breakpoint
-- Processes remember a user's tokens with the session, also that there were none: here a first row is news, too.
CREATE FUNCTION ballast_tell_first_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ballast_changed', to_jsonb(NEW) ->> TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_insert AFTER INSERT ON token_balances FOR EACH ROW EXECUTE FUNCTION ballast_tell_first_row('user_id');
--> statement-breakpoint
CREATE TRIGGER tell_delete AFTER DELETE ON token_balances FOR EACH ROW EXECUTE FUNCTION ballast_tell_change('user_id');
--> statement-breakpoint
CREATE TRIGGER tell_update AFTER UPDATE ON token_balances FOR EACH ROW
  WHEN (OLD.monthly + OLD.purchased IS DISTINCT FROM NEW.monthly + NEW.purchased) EXECUTE FUNCTION ballast_tell_change('user_id');
--> statement-breakpoint
CREATE TRIGGER tell_truncate AFTER TRUNCATE ON token_balances EXECUTE FUNCTION ballast_tell_change();
