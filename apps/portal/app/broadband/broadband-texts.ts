import type { ContentPackages } from '@nyanja/server/content/content-packages'

export type BroadbandTexts = ContentPackages['broadband-translation']
