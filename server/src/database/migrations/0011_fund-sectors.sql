ALTER TABLE "instruments" ADD COLUMN "fund_sectors" jsonb;--> statement-breakpoint
-- Funds are stored without it so far: they are asked for again when next needed, and stand as they are until then.
UPDATE "instruments" SET "fetched_at" = 'epoch' WHERE "is_fund";
