import { createContext } from 'react-router'
import type { Portal } from '../server/portal.ts'

/** The server's use cases, as loaders and actions see them. */
export const portalContext = createContext<Portal>()

/** A page as it leaves, but for the sentence about its weight. */
export interface PageToWeigh {
  readonly html: string
  /** That the browser asks for besides. */
  readonly files: readonly string[]
  /** The same for pages of the same routes and language, which compress alike. */
  readonly kind: string
  /** For everybody, so that it is worth more work to make it small. */
  readonly isPublic: boolean
}

/** Bytes over the line on a first visit. */
export type Weigh = (page: PageToWeigh) => number

export const weighContext = createContext<Weigh>()

/**
 * Takes the words of an answer in the parts in which they leave: what is read, and what only script needs, so that the
 * first can be on the screen while the second is still under way. As a body, they would be made into a stream and read
 * out of it again.
 */
export const wordsContext = createContext<(answer: Response, parts: readonly string[]) => void>()

/** Where the request came from, as far as trusted proxies tell. Good for guesses alone: many visitors share one. */
export const addressContext = createContext<string>()

/** Tells the log of something that was thrown and has no name. */
export const bugContext = createContext<(error: unknown) => void>()
