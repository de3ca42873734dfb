/** What can be exported of closed days. */
export const exportNames = [
  ...(['closes', 'journal', 'payments', 'conversion', 'failures', 'delivery-times'] as const),
  ...(['sales-by-day', 'sales-by-product', 'sales-by-method', 'sales-by-channel', 'sales-by-district'] as const),
] as const
export type ExportName = (typeof exportNames)[number]

/** By the ending of a file's name. */
export const exportFormats = ['csv', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]
