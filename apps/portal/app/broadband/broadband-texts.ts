import type { ContentPackages } from '../../server/content/content-packages.ts'

export type BroadbandTexts = ContentPackages['broadband-translation']
