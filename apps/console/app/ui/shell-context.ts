import type { Staff } from '@nyanja/domain/staff/roles'
import { createContext, useContext } from 'react'
import { type Language, type Texts, textsIn } from '../texts.ts'

/** What surrounds every page. Only the server renders it. */
export interface Shell {
  readonly language: Language
  readonly texts: Texts
  readonly staff: Staff | undefined
  readonly brand: string
  readonly requestId: string
}

export const ShellContext = createContext<Shell>({
  ...{ language: 'en', texts: textsIn('en'), staff: undefined, brand: '', requestId: '' },
})

export const useShell = () => useContext(ShellContext)
export const useTexts = () => useShell().texts
