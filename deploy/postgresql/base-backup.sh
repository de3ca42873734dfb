#!/bin/sh
# A base backup, for cron as the user postgres. What is incomplete has another name, and the next run removes it. The
# portal is told when it was made, shows it to staff and alerts when none follows.
set -eu
backups=${BACKUPS:-/srv/backup/base}
rm --recursive --force "$backups"/*.partial
folder=$backups/$(date --utc +%Y%m%d-%H%M%S)
pg_basebackup --checkpoint=fast --pgdata="$folder.partial"
mv --no-target-directory "$folder.partial" "$folder"
psql --quiet --dbname="${PORTAL_DATABASE:-portal}" \
  --command='insert into backups select (extract(epoch from now()) * 1000)::bigint'
