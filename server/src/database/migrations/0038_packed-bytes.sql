-- What is kept as bytes is compressed already: to try it again takes as long as storing it.
ALTER TABLE "ai_runs" ALTER COLUMN "answer" SET STORAGE EXTERNAL, ALTER COLUMN "inputs" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "ask_turns" ALTER COLUMN "answer" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "computed_results" ALTER COLUMN "body" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "import_drafts" ALTER COLUMN "review" SET STORAGE EXTERNAL, ALTER COLUMN "material" SET STORAGE EXTERNAL, ALTER COLUMN "trades" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "hedge_analyses" ALTER COLUMN "body" SET STORAGE EXTERNAL, ALTER COLUMN "inputs" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "recommendation_evidence" ALTER COLUMN "body" SET STORAGE EXTERNAL;
