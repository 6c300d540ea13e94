CREATE TABLE "former_subscribers" (
	"person_hash" text PRIMARY KEY NOT NULL,
	"left_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Nobody but the server asks who was here before, and nothing in it says who that is.
GRANT SELECT, INSERT ON former_subscribers TO ballast_system;
