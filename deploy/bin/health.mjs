import { readFileSync } from 'node:fs'

// For the health check of a container: exit code 0 when the process in it answers on its admin port.
const { ADMIN_PORT = '3200', ADMIN_HOST = '127.0.0.1', ADMIN_TOKEN, ADMIN_TOKEN_FILE } = process.env
const token = ADMIN_TOKEN_FILE === undefined ? ADMIN_TOKEN : readFileSync(ADMIN_TOKEN_FILE, 'utf8').trim()
const host = ADMIN_HOST === '0.0.0.0' ? '127.0.0.1' : ADMIN_HOST

const answer = await fetch(`http://${host}:${ADMIN_PORT}/healthz`, {
  headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  signal: AbortSignal.timeout(5_000),
}).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
