#!/bin/sh
# The entry point of the database in compose.yaml. Root reads the passwords, because the image changes to a user who can
# read no secret of the portal before it runs create-users.sh.
set -eu
PORTAL_OWNER_PASSWORD=$(cat /etc/portal/secrets/database-owner-password)
PORTAL_PASSWORD=$(cat /etc/portal/secrets/database-portal-password)
export PORTAL_OWNER_PASSWORD PORTAL_PASSWORD
exec docker-entrypoint.sh "$@"
