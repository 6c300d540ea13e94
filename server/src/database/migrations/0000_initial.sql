CREATE TABLE "preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"id_token" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_to" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"subscription_tier" text DEFAULT 'free' NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_sign_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_issuer_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "daily_bars" (
	"source" text NOT NULL,
	"ticker" text NOT NULL,
	"year" integer NOT NULL,
	"days" integer[] NOT NULL,
	"closes" double precision[] NOT NULL,
	"adjusted_closes" double precision[] NOT NULL,
	CONSTRAINT "daily_bars_source_ticker_year_pk" PRIMARY KEY("source","ticker","year")
);
--> statement-breakpoint
CREATE TABLE "daily_histories" (
	"source" text NOT NULL,
	"ticker" text NOT NULL,
	"currency" text NOT NULL,
	"from_day" integer NOT NULL,
	"last_day" integer NOT NULL,
	"splits" jsonb NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "daily_histories_source_ticker_pk" PRIMARY KEY("source","ticker")
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"source" text NOT NULL,
	"from_currency" text NOT NULL,
	"to_currency" text NOT NULL,
	"rate" double precision NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exchange_rates_source_from_currency_to_currency_pk" PRIMARY KEY("source","from_currency","to_currency")
);
--> statement-breakpoint
CREATE TABLE "instruments" (
	"source" text NOT NULL,
	"ticker" text NOT NULL,
	"name" text NOT NULL,
	"asset_class" text NOT NULL,
	"sector" text,
	"currency" text NOT NULL,
	"is_fund" boolean NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "instruments_source_ticker_pk" PRIMARY KEY("source","ticker")
);
--> statement-breakpoint
CREATE TABLE "missing_tickers" (
	"source" text NOT NULL,
	"ticker" text NOT NULL,
	"reason" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "missing_tickers_source_ticker_pk" PRIMARY KEY("source","ticker")
);
--> statement-breakpoint
CREATE TABLE "price_quotes" (
	"source" text NOT NULL,
	"ticker" text NOT NULL,
	"price" double precision NOT NULL,
	"currency" text NOT NULL,
	"previous_close" double precision,
	"session" text NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_quotes_source_ticker_pk" PRIMARY KEY("source","ticker")
);
--> statement-breakpoint
CREATE TABLE "brokerage_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"name" text NOT NULL,
	"number_mask" text
);
--> statement-breakpoint
CREATE TABLE "import_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"source" text NOT NULL,
	"position_count" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portfolios" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "portfolios_id_user" UNIQUE("id","user_id")
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"account_id" uuid,
	"import_id" uuid,
	"replaced_by" uuid,
	"kind" text DEFAULT 'security' NOT NULL,
	"ticker" text NOT NULL,
	"shares" numeric(30, 10) NOT NULL,
	"avg_cost" numeric(30, 10),
	"currency" text DEFAULT 'USD' NOT NULL,
	"multiplier" integer DEFAULT 1 NOT NULL,
	"sector" text,
	"ordinal" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "positions_shares_not_zero" CHECK ("positions"."shares" <> 0),
	CONSTRAINT "positions_avg_cost_not_negative" CHECK ("positions"."avg_cost" is null or "positions"."avg_cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_hits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brokerage_accounts" ADD CONSTRAINT "brokerage_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brokerage_accounts" ADD CONSTRAINT "brokerage_accounts_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_account_id_brokerage_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."brokerage_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_import_id_import_batches_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."import_batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_replaced_by_import_batches_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."import_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "brokerage_accounts_portfolio" ON "brokerage_accounts" USING btree ("portfolio_id","name");--> statement-breakpoint
CREATE INDEX "import_batches_portfolio" ON "import_batches" USING btree ("portfolio_id","created_at");--> statement-breakpoint
CREATE INDEX "portfolios_user" ON "portfolios" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "positions_portfolio" ON "positions" USING btree ("portfolio_id","ordinal");--> statement-breakpoint
CREATE INDEX "positions_user" ON "positions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "positions_import" ON "positions" USING btree ("import_id");