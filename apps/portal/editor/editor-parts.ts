import type { FillValues } from '@nyanja/domain/texts/fill'
import type { ContentFolder } from './content-folder.ts'
import type { ContentSaver } from './simulation.ts'

/** What the pages are made with. */
export interface EditorParts {
  readonly content: ContentFolder
  readonly saver: ContentSaver
  readonly portalUrl: string
  /** What stands for words in braces that every text may hold, in each market. */
  readonly markets: readonly FillValues[]
  /** As browsers on this machine name us, `127.0.0.1:3300`. */
  readonly hosts: readonly string[]
}

/** Names of what every text may hold in braces. */
export function constantsIn({ markets }: Pick<EditorParts, 'markets'>): string[] {
  return [...new Set(markets.flatMap((values) => Object.keys(values)))].sort()
}
