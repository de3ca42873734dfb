/** These reports of closed days can be exported. */
export const exportNames = [
  ...(['closes', 'journal', 'payments', 'conversion', 'failures', 'delivery-times'] as const),
  ...(['sales-by-day', 'sales-by-product', 'sales-by-method', 'sales-by-channel', 'sales-by-district'] as const),
] as const
export type ExportName = (typeof exportNames)[number]

/** `csv-comma` is for offices whose spreadsheets have a decimal comma. */
export const exportFormats = ['csv', 'csv-comma', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]
