import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import type { Logo } from '@nyanja/server/settings/look'
import { useRouteLoaderData } from 'react-router'
import type { SiteLink } from '../screen-links.ts'

export interface OtherLanguage {
  readonly language: string
  readonly name: string
  readonly prefix: LanguagePrefix
}

/** The frame around every page, and the message when the page cannot be shown. */
export interface ShellData {
  readonly language: string
  readonly languagePrefix: LanguagePrefix
  readonly brand: string
  /** The product's own is used when it is absent. */
  readonly logo: Logo | undefined
  /** Its name in the language itself. */
  readonly languageName: string
  /** The languages that the visitor can switch to. */
  readonly otherLanguages: readonly OtherLanguage[]
  readonly header: {
    readonly skip: string
    readonly home: string
    readonly navigation: string
    readonly menu: string
    readonly links: readonly SiteLink[]
  }
  readonly failure: {
    readonly title: string
    readonly text: string
    readonly missingTitle: string
    readonly missingText: string
    readonly awayTitle: string
    readonly awayText: string
    readonly home: string
  }
}

/** Undefined where the shell itself could not be read. */
export function useShell(): ShellData | undefined {
  return useRouteLoaderData<ShellData>('root')
}
