import type { FillValues } from '@nyanja/domain/texts/fill'
import type { ContentFolder } from './content-folder.ts'
import type { ContentSaver } from './content-saver.ts'

/** What the pages need. */
export interface EditorParts {
  readonly content: ContentFolder
  readonly saver: ContentSaver
  readonly portalUrl: string
  /** The values of the placeholders that every text may have, in each market. */
  readonly markets: readonly FillValues[]
  /** The host names under which browsers on this machine reach the server, `127.0.0.1:3300`. */
  readonly hosts: readonly string[]
}

/** Every text may have these placeholders. */
export function constantsIn({ markets }: Pick<EditorParts, 'markets'>): string[] {
  return [...new Set(markets.flatMap((values) => Object.keys(values)))].sort()
}
