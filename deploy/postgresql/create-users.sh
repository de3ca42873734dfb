#!/bin/sh
# For the image of PostgreSQL, which runs this once, in an empty data folder, and gives up when it fails.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 --file=/users.sql \
  --set=owner_password="${PORTAL_OWNER_PASSWORD:?is empty}" \
  --set=portal_password="${PORTAL_PASSWORD:?is empty}"
