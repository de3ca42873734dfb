#!/bin/sh
# The archive_command of PostgreSQL: archive-wal.sh <path of a segment> <its name>. Compressed, because a segment has
# 16 MB however little is in it. PostgreSQL repeats a segment whose archiving it had not noted before a crash.
set -eu
archive=${ARCHIVE:-/srv/backup/wal}
file=$archive/$2.gz
if [ -f "$file" ]; then
  gzip --decompress --stdout "$file" | cmp --quiet - "$1" && exit 0
  echo "$file is there already, with other contents" >&2
  exit 1
fi
gzip --no-name < "$1" > "$file.partial"
sync "$file.partial"
mv "$file.partial" "$file"
sync "$archive"
