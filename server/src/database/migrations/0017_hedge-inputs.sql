ALTER TABLE "hedge_analyses" ADD COLUMN "inputs" "bytea";--> statement-breakpoint
-- Inputs are compressed already.
ALTER TABLE hedge_analyses ALTER COLUMN inputs SET STORAGE EXTERNAL;
