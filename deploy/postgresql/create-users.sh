#!/bin/sh
# For the image of PostgreSQL, which runs this once, in an empty data folder.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 --file=/users.sql \
  --set=owner_password="$(cat /etc/portal/secrets/database-owner-password)" \
  --set=portal_password="$(cat /etc/portal/secrets/database-portal-password)"
