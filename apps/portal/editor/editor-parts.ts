import type { ContentFolder } from './content-folder.ts'
import type { Desk } from './desk.ts'

/** What the pages are made with. */
export interface EditorParts {
  readonly content: ContentFolder
  readonly desk: Desk
  readonly portalUrl: string
  /** Words in braces that every text may hold. */
  readonly constants: readonly string[]
  /** As browsers on this machine name us, `127.0.0.1:3300`. */
  readonly hosts: readonly string[]
}
