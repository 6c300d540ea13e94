-- A review lives a day; those from before are made again rather than compressed here.
TRUNCATE import_drafts;--> statement-breakpoint
ALTER TABLE "import_drafts" ALTER COLUMN "review" SET DATA TYPE bytea USING convert_to("review", 'UTF8');--> statement-breakpoint
ALTER TABLE "import_drafts" ALTER COLUMN "material" SET DATA TYPE bytea USING convert_to("material", 'UTF8');--> statement-breakpoint
-- They are compressed already.
ALTER TABLE import_drafts ALTER COLUMN review SET STORAGE EXTERNAL, ALTER COLUMN material SET STORAGE EXTERNAL;
