import { existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const text = `The portal keeps its payments in the database beside this file. While this file is here, the portal does not
start with an empty one: see docs/runbook/database-lost.md
`

const markerOf = (file: string) => `${file}.installed`

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

/** Recorded once the tables are there. */
export function recordInstallation(file: string): void {
  if (file !== ':memory:' && !existsSync(markerOf(file))) writeFileSync(markerOf(file), text)
}

/** A database that was there and is empty now was lost: a silent new start would forget every payment. */
export function refuseLostDatabase(file: string): void {
  if (sizeOf(file) > 0) return
  const trace = [markerOf(file), `${file}-wal`].find((each) => sizeOf(each) > 0)
  if (trace === undefined) return
  const state = existsSync(file) ? 'is empty' : 'is missing'
  throw new Error(
    `${file} ${state}, but ${path.basename(trace)} says that there was a database: see docs/runbook/database-lost.md`,
  )
}
