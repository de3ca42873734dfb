import { createContext, type HandleErrorFunction, isRouteErrorResponse } from 'react-router'
import type { Portal } from '../server/portal.ts'
import type { ModuleName } from './browser-files.ts'

/** The server's use cases, as loaders and actions see them. */
export const portalContext = createContext<Portal>()

/** A page as it leaves, but for the sentence about its weight. */
export interface PageToWeigh {
  readonly html: string
  /** That the browser asks for besides. */
  readonly files: readonly string[]
  /** That the browser asks for once the visitor touches an island. */
  readonly islandFiles: readonly string[]
  /** The same for pages of the same routes and language, which compress alike. */
  readonly kind: string
  /** For everybody, so that it is worth more work to make it small. */
  readonly isPublic: boolean
}

/** Bytes over the line on a first visit: of the page, and of what a touch adds. */
export interface PageWeight {
  readonly page: number
  readonly islands: number
}

export type Weigh = (page: PageToWeigh) => PageWeight

export const weighContext = createContext<Weigh>()

/** Addresses of what the browser loads. The names of the files change with what is in them. */
export interface BrowserFiles {
  readonly module: (name: ModuleName) => string
  /** Its own file first, then what it shares with others. */
  readonly island: (name: string) => readonly string[]
}

export const browserFilesContext = createContext<BrowserFiles>()

/** Takes the words of an answer: as a body, they would be made into a stream and read out of it again. */
export const htmlContext = createContext<(answer: Response, texts: string) => void>()

/** Where the request came from, as far as trusted proxies tell. Good for guesses alone: many visitors share one. */
export const addressContext = createContext<string>()

/** Tells the log of something that was thrown and has no name. */
export const bugContext = createContext<(error: unknown) => void>()

/** Bugs of pages go to the log like all others: React Router would print them whole, with the row that a database refused. */
export const reportBug: HandleErrorFunction = (error, { request, context }) => {
  // An address or a method that does not exist is no fault of ours.
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(bugContext)(error)
}
