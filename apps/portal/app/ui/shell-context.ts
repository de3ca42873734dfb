import { createContext, useContext } from 'react'
import type { ModuleName } from '../browser-files.ts'
import type { SiteLink } from '../open-screens.ts'
import type { BrowserFiles } from '../portal-context.ts'

export interface Incident {
  readonly heading: string
  readonly text: string
  /** Where more is said; empty when nowhere. */
  readonly href: string
}

/** What stands around a page. Only the server draws it, so the browser needs no words for it. */
export interface Shell {
  readonly footer: {
    readonly navigation: string
    readonly care: string
    readonly careNumber: string
    readonly links: readonly SiteLink[]
    readonly notices: Notices
  }
  /** Below a button that script keeps off; names the `{fields}` that are still empty. */
  readonly toContinue: string
  /** What all visitors should know right now. */
  readonly incident: Incident | undefined
  /** Script may show something over the page. */
  readonly hasScript: boolean
  readonly browserFiles: BrowserFiles
  /** Loads a small script with the page. */
  readonly addModule: (name: ModuleName) => void
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

export const ShellContext = createContext<Shell | undefined>(undefined)

export const useShell = () => useContext(ShellContext)

/** Whether caches may keep the page. */
export const useIsForEverybody = () => useShell()?.isForEverybody ?? false
