import type { ContentPackages } from '../../server/content/content-packages.ts'

export type BillTexts = ContentPackages['bill-translation']
