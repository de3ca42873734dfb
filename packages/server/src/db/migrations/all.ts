import type { Migration } from '../migrate.ts'
import { up as schema } from './0001-schema.ts'
import { up as staffWork } from './0003-staff-work.ts'
import { up as staffRequests } from './0005-staff-requests.ts'

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  { name: '0001-schema', up: schema },
  { name: '0003-staff-work', up: staffWork },
  { name: '0005-staff-requests', up: staffRequests },
]
