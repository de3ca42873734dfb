import { createContext, useContext } from 'react'
import type { SiteLink } from '../open-screens.ts'

export interface Incident {
  readonly heading: string
  readonly text: string
  /** Where more is said; empty when nowhere. */
  readonly href: string
}

/** What stands around a page. Only the server draws it, so the browser needs no words for it. */
export interface Surroundings {
  readonly footer: {
    readonly navigation: string
    readonly care: string
    readonly careNumber: string
    readonly links: readonly SiteLink[]
    readonly notices: Notices
  }
  /** What all visitors should know right now. */
  readonly incident: Incident | undefined
  /** Script may show something over the page. */
  readonly hasScript: boolean
  /** Caches may keep the page. */
  readonly isForEverybody: boolean
}

/** The words of what comes and goes over a page. */
export interface Notices {
  readonly success: string
  readonly error: string
  readonly close: string
  readonly offline: string
  readonly online: string
  /** How long a toast stays. */
  readonly seconds: number
  readonly wait: string
  readonly holdOn: string
  readonly loadingMessage: string
}

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined)

export const useSurroundings = () => useContext(SurroundingsContext)

/** Never in the browser, where a page is somebody's already. */
export const useIsForEverybody = import.meta.env.SSR ? () => useSurroundings()?.isForEverybody ?? false : () => false
