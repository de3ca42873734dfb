import { createContext } from 'react-router'
import type { Portal } from '../server/portal.ts'

/** The server's use cases, as loaders and actions see them. */
export const portalContext = createContext<Portal>()

/** Where the request came from, as far as trusted proxies tell. Good for guesses alone: many visitors share one. */
export const addressContext = createContext<string>()

/** Tells the log of something that was thrown and has no name. */
export const bugContext = createContext<(error: unknown) => void>()
