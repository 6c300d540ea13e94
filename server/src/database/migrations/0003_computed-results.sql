CREATE TABLE "computed_results" (
	"user_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"request" text NOT NULL,
	"origin" text NOT NULL,
	"etag" text NOT NULL,
	"body" bytea NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "computed_results_portfolio_id_kind_request_pk" PRIMARY KEY("portfolio_id","kind","request")
);
--> statement-breakpoint
ALTER TABLE "computed_results" ADD CONSTRAINT "computed_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "computed_results" ADD CONSTRAINT "computed_results_own_portfolio" FOREIGN KEY ("portfolio_id","user_id") REFERENCES "public"."portfolios"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "computed_results_user" ON "computed_results" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "computed_results_age" ON "computed_results" USING btree ("computed_at");--> statement-breakpoint
-- Answers are compressed on their way to the browser if at all: packing megabytes on the way in would only take time.
ALTER TABLE computed_results ALTER COLUMN body SET STORAGE EXTERNAL;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON computed_results TO ballast_app, ballast_system;
--> statement-breakpoint
ALTER TABLE computed_results ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON computed_results TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON computed_results TO ballast_system USING (true) WITH CHECK (true);
