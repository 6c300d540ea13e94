CREATE TABLE "option_chains" (
	"source" text NOT NULL,
	"ticker" text NOT NULL,
	"slice" text NOT NULL,
	"empty_reason" text,
	"contracts" text NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "option_chains_source_ticker_slice_pk" PRIMARY KEY("source","ticker","slice")
);
--> statement-breakpoint
CREATE TABLE "volatility_observations" (
	"source" text NOT NULL,
	"ticker" text NOT NULL,
	"day" integer NOT NULL,
	"volatility_30" double precision NOT NULL,
	"skew_25" double precision,
	"underlying_price" double precision NOT NULL,
	"observed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "volatility_observations_source_ticker_day_pk" PRIMARY KEY("source","ticker","day")
);
--> statement-breakpoint
-- Read far more often than written: packing a chain on the way in and unpacking it each time would only take time.
ALTER TABLE option_chains ALTER COLUMN contracts SET STORAGE EXTERNAL;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON option_chains, volatility_observations TO ballast_system;
--> statement-breakpoint
GRANT SELECT ON option_chains, volatility_observations TO ballast_app;
