-- Processes remember sessions, users and versions of portfolios between requests. The database itself tells all of them
-- whose data changed, so that no code path, no other program and no hand at the console can forget to. It fires as whoever
-- made the change, needs no rights, and tells once for each user however many rows a transaction touched. The user's id is
-- all that is said; an empty payload stands for everybody.
CREATE FUNCTION ballast_tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_LEVEL = 'STATEMENT' THEN
    PERFORM pg_notify('ballast_changed', '');
  ELSE
    PERFORM pg_notify('ballast_changed', to_jsonb(OLD) ->> TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;

-- Rows are compared as a whole, so that a column added later counts without anybody thinking of it. Nothing is remembered
-- of a row before it exists: INSERT tells nothing.
CREATE TRIGGER tell_delete AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION ballast_tell_change('id');
CREATE TRIGGER tell_update AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION ballast_tell_change('id');
CREATE TRIGGER tell_truncate AFTER TRUNCATE ON users EXECUTE FUNCTION ballast_tell_change();

-- Being seen moves last_seen_at forward once a minute and is no news; moving it back ends a session sooner.
CREATE TRIGGER tell_delete AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION ballast_tell_change('user_id');
CREATE TRIGGER tell_update AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (OLD.last_seen_at > NEW.last_seen_at
    OR to_jsonb(OLD.*) - 'last_seen_at' IS DISTINCT FROM to_jsonb(NEW.*) - 'last_seen_at')
  EXECUTE FUNCTION ballast_tell_change('user_id');
CREATE TRIGGER tell_truncate AFTER TRUNCATE ON sessions EXECUTE FUNCTION ballast_tell_change();

CREATE TRIGGER tell_delete AFTER DELETE ON portfolios FOR EACH ROW EXECUTE FUNCTION ballast_tell_change('user_id');
CREATE TRIGGER tell_update AFTER UPDATE ON portfolios FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION ballast_tell_change('user_id');
CREATE TRIGGER tell_truncate AFTER TRUNCATE ON portfolios EXECUTE FUNCTION ballast_tell_change();
