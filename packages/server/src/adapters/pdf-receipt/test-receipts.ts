import type { ReceiptDocument } from '../../receipts/receipt-document.ts'

const row = (term: string, value: string) => ({ term, value })

export const bundleReceipt: ReceiptDocument = {
  language: 'en',
  title: 'Receipt NYA-7K4P-29XD',
  brand: 'Nyanja',
  colours: undefined,
  logo: undefined,
  at: Date.UTC(2026, 10, 20, 12, 5, 12),
  isRefund: false,
  state: 'Successful',
  name: 'Receipt',
  reference: 'NYA-7K4P-29XD',
  text: '2.6 GB is ready. Use it until Fri 27 Nov, 14:05.',
  amountTerm: 'Amount',
  amount: 'MWK 2,000',
  rows: [
    row('Payment type', 'Bundle'),
    row('Mobile', '+265 99 ••• ••67'),
    row('Paid', 'Fri 20 Nov 2026, 14:05:12'),
    row('Delivered', 'Fri 20 Nov 2026, 14:05:15'),
  ],
  id: 'Transaction id 01KAF3V8Q2M4N6P8R0T2V4X6Z8 · Africa/Blantyre',
  taxes: {
    heading: 'Tax in the price',
    rows: [row('Price without tax', 'MWK 1,716.74'), row('VAT, 16.5 %', 'MWK 283.26')],
    total: row('Price with tax', 'MWK 2,000'),
    note: 'Prices include tax.',
  },
  notes: [
    { heading: 'Not on your phone?', text: 'Check the balance.' },
    { heading: 'Questions?', text: 'Call 300.' },
  ],
  issuer: ['Nyanja', 'Nyanja House, Blantyre', 'Taxpayer number 20123456'],
  dataDescription: 'This receipt for computer programs',
  json: '{ "reference": "NYA-7K4P-29XD" }\n',
}
