-- Run once, by an administrator of the server:
--   psql --set=owner_password=… --set=portal_password=… --file users.sql
-- portal_owner changes tables (migrate); portal reads and writes rows (web processes, worker, staff commands).
create role portal_owner login password :'owner_password';
create role portal login password :'portal_password';
create database portal owner portal_owner encoding 'UTF8' template template0;
revoke connect on database portal from public;
grant connect on database portal to portal;
\connect portal
revoke all on schema public from public;
grant usage on schema public to portal;
alter default privileges for role portal_owner in schema public
  grant select, insert, update, delete on tables to portal;
alter default privileges for role portal_owner in schema public grant usage, select on sequences to portal;
