# Run once by the image of PostgreSQL, when its volume is empty: a role that owns one database and may create roles, because
# Ballast works as three further roles, which row-level security binds. It is no superuser.
psql --set=ON_ERROR_STOP=1 --set=password="$BALLAST_DB_PASSWORD" --username=postgres --dbname=postgres <<'SQL'
CREATE ROLE ballast LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE ballast OWNER ballast;
SQL
