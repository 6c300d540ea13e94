ALTER TABLE "policies" ADD COLUMN "wishes" json;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "failure" text;