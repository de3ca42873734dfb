import * as build from 'virtual:react-router/server-build'
import { createRequestHandler } from 'react-router'
import { type StartedConsole, startConsole } from './start.ts'

/** Starts the console with the pages of this build. */
export function start(env: Readonly<Record<string, string | undefined>>, home: string): Promise<StartedConsole> {
  return startConsole({ env, home, handle: createRequestHandler(build, 'production') })
}
