import * as build from 'virtual:react-router/server-build'
import { staffNouns as nounsOfStaff } from '@nyanja/server/operations/commands'
import { runBssCheck } from '@nyanja/server/wiring/check-bss'
import { runProvidersCheck } from '@nyanja/server/wiring/check-providers'
import { operateDatabase } from '@nyanja/server/wiring/operate-database'
import { handlePages } from './http/pages/handle-pages.ts'
import { migrateDatabase, type StartedPortal, startPortal } from './start.ts'

/** Starts the portal with the pages of this build. */
export function start(env: Readonly<Record<string, string | undefined>>, home: string): Promise<StartedPortal> {
  return startPortal({ env, home, pagesIn: (languages) => handlePages(build, languages) })
}

/** Brings the tables of the database up to date, as `main.ts migrate` does before a release goes out. */
export function migrate(env: Readonly<Record<string, string | undefined>>, home: string): Promise<string[]> {
  return migrateDatabase({ env, home })
}

/** `providers:check`, for staff: signs in at every configured provider. */
export const checkProviders = runProvidersCheck

/** `bss:check`, for staff: calls the BSS as the portal does, without changing anything. */
export const checkBss = runBssCheck

/** The commands of staff, each by its first word. */
export const operate = operateDatabase

/** The first words of those commands. */
export const staffNouns = nounsOfStaff
