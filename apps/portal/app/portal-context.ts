import type { BrowserFiles } from '@nyanja/web/http/browser-files'
import { createContext, type HandleErrorFunction, isRouteErrorResponse } from 'react-router'
import type { Portal } from '../server/portal.ts'

/** The server's use cases, as loaders and actions see them. */
export const portalContext = createContext<Portal>()

/** A page as it is sent, but for the sentence about its weight. */
export interface PageToWeigh {
  readonly html: string
  /** The other files that the browser requests. */
  readonly files: readonly string[]
  /** The files that the browser requests once the visitor touches an island. */
  readonly islandFiles: readonly string[]
  /** A key that is equal for pages of the same routes and language, which compress similarly. */
  readonly kind: string
  /** The page is public, so that it is worth more work to make it small. */
  readonly isPublic: boolean
}

/** The bytes transferred on a first visit: of the page, and of what a touch adds. */
export interface PageWeight {
  readonly page: number
  readonly islands: number
}

export type Weigh = (page: PageToWeigh) => PageWeight

export const pageWeigherContext = createContext<Weigh>()

export const browserFilesContext = createContext<BrowserFiles>()

/** It receives the HTML of an answer: as a body, it would become a stream and be read out again. */
export const htmlContext = createContext<(answer: Response, texts: string) => void>()

/**
 * The address is that of the request, as far as trusted proxies report it. It is only for estimates: many visitors
 * share one.
 */
export const clientIpContext = createContext<string>()

/** Logs a thrown error that is unknown. */
export const bugContext = createContext<(error: unknown) => void>()

/**
 * Bugs of pages go to the log like all others: React Router would print them whole, with the row that a database
 * refused.
 */
export const reportBug: HandleErrorFunction = (error, { request, context }) => {
  // An unknown address or method is no bug.
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(bugContext)(error)
}
