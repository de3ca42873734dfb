import type { ReceiptPrinter } from '../../receipts/receipt-document.ts'

/** The libraries are read with the first receipt: a start without one need not wait for them. */
export function createPdfReceiptPrinter(): ReceiptPrinter {
  return {
    async print(document) {
      const { writePdf } = await import('./write-pdf.ts')
      return writePdf(document)
    },
  }
}
