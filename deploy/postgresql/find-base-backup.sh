#!/bin/sh
# Prints the newest base backup that was complete before a moment: find-base-backup.sh '2026-11-24 03:00:00+00'.
# PostgreSQL writes the manifest last. A later backup cannot be taken back to the moment. Times are in nanoseconds: a
# moment may follow a backup within the second.
set -eu
backups=${BACKUPS:-/srv/backup/base}
moment=$(date --date "$1" +%s%N)
newest=0
found=
for manifest in "$backups"/*/backup_manifest; do
  [ -f "$manifest" ] || continue
  case $manifest in *.partial/*) continue ;; esac
  made=$(stat --format=%.9Y "$manifest" | tr --delete '.,')
  if [ "$made" -lt "$moment" ] && [ "$made" -gt "$newest" ]; then
    newest=$made
    found=${manifest%/backup_manifest}
  fi
done
if [ -z "$found" ]; then
  echo "No base backup in $backups is older than $1" >&2
  exit 1
fi
echo "$found"
