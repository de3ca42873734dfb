import type { BrowserFiles } from '@nyanja/web/http/browser-files'
import { createContext, useContext } from 'react'
import type { ModuleName } from '../browser-files.ts'
import type { SiteLink } from '../screen-links.ts'

export interface Incident {
  readonly heading: string
  readonly text: string
  /** The page with more details; empty when there is none. */
  readonly href: string
}

/** The frame around a page. Only the server renders it, so the browser needs no texts for it. */
export interface Shell {
  readonly footer: {
    readonly navigation: string
    readonly care: string
    readonly careNumber: string
    readonly links: readonly SiteLink[]
    readonly notices: Notices
  }
  /** The text below a button that script keeps disabled; names the empty `{fields}`. */
  readonly toContinue: string
  /** What all visitors should know right now. */
  readonly incident: Incident | undefined
  /** Script may show dialogs and toasts over the page. */
  readonly hasScript: boolean
  readonly browserFiles: BrowserFiles
  /** Loads a small script with the page. */
  readonly addModule: (name: ModuleName) => void
  /** Caches may keep the page. */
  readonly isForEverybody: boolean
}

export interface Notices {
  readonly success: string
  readonly error: string
  readonly close: string
  readonly offline: string
  readonly online: string
  /** The seconds that a toast stays. */
  readonly seconds: number
  readonly wait: string
  readonly holdOn: string
  readonly loadingMessage: string
}

export const ShellContext = createContext<Shell | undefined>(undefined)

export const useShell = () => useContext(ShellContext)

/** Tells whether caches may keep the page. */
export const useIsForEverybody = () => useShell()?.isForEverybody ?? false
