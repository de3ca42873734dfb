#!/bin/sh
# Deletes what is needed to restore no moment of the last 35 days, or of as many as are given: base backups, but for the
# newest of before that time, and the log that precedes the oldest one that is kept: clean-backups.sh [days [now]]
set -eu
backups=${BACKUPS:-/srv/backup/base}
archive=${ARCHIVE:-/srv/backup/wal}
since=$(($(date --date "${2:-now}" +%s) - ${1:-35} * 86400))
needed=$("$(dirname "$0")/find-base-backup.sh" "@$since" 2>/dev/null || true)
if [ -n "$needed" ]; then
  for folder in "$backups"/*/; do
    folder=${folder%/}
    manifest=$folder/backup_manifest
    if [ -f "$manifest" ] && [ "$manifest" -ot "$needed/backup_manifest" ]; then rm --recursive --force "$folder"; fi
  done
fi
oldest=
for manifest in "$backups"/*/backup_manifest; do
  [ -f "$manifest" ] || continue
  if [ -z "$oldest" ] || [ "$manifest" -ot "$oldest" ]; then oldest=$manifest; fi
done
[ -n "$oldest" ] || exit 0
first=$(sed --quiet 's/^START WAL LOCATION: .* (file \([0-9A-F]\{24\}\))$/\1/p' "${oldest%/*}/backup_label")
[ -n "$first" ] || { echo "${oldest%/*}/backup_label names no segment" >&2; exit 1; }
# The name of a segment without its timeline says how old it is; files of histories stay.
for file in "$archive"/*; do
  name=$(basename "$file" .gz)
  case $name in *.history | *.partial | *.backup) continue ;; esac
  [ "${#name}" -eq 24 ] || continue
  if expr "x${name#????????}" '<' "x${first#????????}" >/dev/null; then rm "$file"; fi
done
