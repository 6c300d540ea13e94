CREATE TABLE "notification_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"label" text NOT NULL,
	"address" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"rotated_at" timestamp with time zone,
	"kinds" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"resting_since" timestamp with time zone,
	CONSTRAINT "notification_channels_address" UNIQUE("user_id","type","address")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"quiet_from" integer,
	"quiet_to" integer,
	"weekly_digest" boolean NOT NULL,
	"next_digest_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"gave_up_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "outbox_once" UNIQUE("message_id","channel_id")
);
--> statement-breakpoint
ALTER TABLE "inbox_messages" ADD COLUMN "kind" text DEFAULT 'policy' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_message_id_inbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."inbox_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_channels_secret" ON "notification_channels" USING btree ("secret");--> statement-breakpoint
CREATE INDEX "notification_settings_digest" ON "notification_settings" USING btree ("next_digest_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "outbox_channel" ON "outbox" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id");
--> statement-breakpoint
-- A user keeps channels and settings; only the server itself marks what it sent.
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_channels TO ballast_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON notification_settings TO ballast_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (next_at, gave_up_at, last_error) ON outbox TO ballast_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON notification_channels TO ballast_system;
--> statement-breakpoint
GRANT SELECT ON notification_settings TO ballast_system;
--> statement-breakpoint
GRANT SELECT, UPDATE ON outbox TO ballast_system;
--> statement-breakpoint
ALTER TABLE notification_channels ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON notification_channels TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON notification_channels TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE notification_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON notification_settings TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON notification_settings TO ballast_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON outbox TO ballast_app
  USING (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY every_row ON outbox TO ballast_system USING (true) WITH CHECK (true);
