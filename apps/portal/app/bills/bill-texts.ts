import type { ContentPackages } from '@nyanja/server/content/content-packages'

export type BillTexts = ContentPackages['bill-translation']
