import type { FillValues } from '@nyanja/domain/texts/fill'
import type { ContentFolder } from './content-folder.ts'
import type { ContentSaver } from './content-saver.ts'

/** The pages need these. */
export interface EditorParts {
  readonly content: ContentFolder
  readonly saver: ContentSaver
  readonly portalUrl: string
  /** Every text may have these placeholders, with their values in each market. */
  readonly markets: readonly FillValues[]
  /** Browsers on this machine reach the server under these host names, such as `127.0.0.1:3300`. */
  readonly hosts: readonly string[]
}

/** Every text may have these placeholders. */
export function constantsIn({ markets }: Pick<EditorParts, 'markets'>): string[] {
  return [...new Set(markets.flatMap((values) => Object.keys(values)))].sort()
}
