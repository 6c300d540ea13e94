-- When a user deletes the account, the uses go by the foreign key, and before PostgreSQL 18 the triggers behind that run as
-- the user's own role, which may not write the counts. They are the owner's business, whoever caused the change.
ALTER FUNCTION ballast_count_uses() SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION ballast_forget_uses() SECURITY DEFINER SET search_path = public, pg_temp;
