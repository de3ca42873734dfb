import * as build from 'virtual:react-router/server-build'
import { handlePages } from './http/pages/handle-pages.ts'
import { migrateDatabase, type StartedPortal, type StartOptions, startPortal } from './start.ts'

type Env = StartOptions['env']

/** Starts the portal with the pages of this build. */
export function start(env: Env, home: string, openQueues: StartOptions['openQueues']): Promise<StartedPortal> {
  return startPortal({ env, home, pagesIn: (languages) => handlePages(build, languages), openQueues })
}

/** Brings the tables of the database up to date, as before a release goes out. */
export function migrate(env: Env, home: string): Promise<string[]> {
  return migrateDatabase({ env, home })
}
