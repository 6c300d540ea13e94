-- A Treasury has no quote: what its owner or a file states, and of which day, is kept with the lot.
ALTER TABLE "positions" ADD COLUMN "stated_price" numeric(30, 10);--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "stated_on" date;
