--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON import_drafts, split_adjustments TO ballast_app, ballast_system;
--> statement-breakpoint
ALTER TABLE import_drafts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON import_drafts TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON import_drafts TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE split_adjustments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON split_adjustments TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON split_adjustments TO ballast_system USING (true) WITH CHECK (true);
