import type { ExportFormat } from '@nyanja/server/finance/export-formats'
import type { ExportName } from '@nyanja/server/finance/export-tables'

export const exportNames = [
  ...(['closes', 'journal', 'payments', 'conversion', 'failures', 'delivery-times'] as const),
  ...(['sales-by-day', 'sales-by-product', 'sales-by-method', 'sales-by-channel', 'sales-by-district'] as const),
] as const satisfies readonly ExportName[]

export const exportFormats = ['csv', 'parquet'] as const satisfies readonly ExportFormat[]
