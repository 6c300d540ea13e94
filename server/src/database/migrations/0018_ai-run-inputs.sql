ALTER TABLE "ai_runs" ALTER COLUMN "inputs" DROP NOT NULL;--> statement-breakpoint
-- Nothing else of a run is ever changed.
GRANT UPDATE (inputs) ON ai_runs TO ballast_app, ballast_system;
