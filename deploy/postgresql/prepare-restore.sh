#!/bin/sh
# Puts a base backup in place of the cluster, so that PostgreSQL recovers the state of a moment when it starts:
#   prepare-restore.sh '2026-11-24 03:00:00+00'
#   prepare-restore.sh now     the newest state in the archive: no moment after it can be reached
# The damaged cluster has been stopped and moved away before.
set -eu
cluster=${CLUSTER:-/var/lib/postgresql/15/main}
settings=${SETTINGS:-/etc/postgresql/15/main/conf.d}
archive=${ARCHIVE:-/srv/backup/wal}
if [ -e "$cluster" ]; then
  echo "$cluster is there: stop PostgreSQL and move it away first" >&2
  exit 1
fi
backup=$("$(dirname "$0")/find-base-backup.sh" "$1")
cp --archive --no-target-directory "$backup" "$cluster"
touch "$cluster/recovery.signal"
chown --reference="$cluster/PG_VERSION" "$cluster/recovery.signal"
target=
if [ "$1" != now ]; then target="recovery_target_time = '$1'
recovery_target_action = promote"; fi
# Segments of before they were compressed have their bare names.
cat > "$settings/restore.conf" <<END
restore_command = 'if test -f $archive/%f.gz; then gzip --decompress --stdout $archive/%f.gz > %p; else cp $archive/%f %p; fi'
$target
END
echo "$backup is in place"
