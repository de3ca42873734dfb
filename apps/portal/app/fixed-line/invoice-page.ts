import type { Invoice } from '@nyanja/domain/bills/bill'
import type { FixedLineBill } from '@nyanja/server/subscriber/bills'

const pageSize = 25

/** The visible part of a long list. It is in the address, beside the id of the order. */
export interface InvoiceFilter {
  readonly show: 'all' | 'overdue'
  readonly from: number
  /** The number of a bill, or a part of it. */
  readonly find: string
}

export function filterIn({ searchParams }: URL): InvoiceFilter {
  const from = Number(searchParams.get('from') ?? 0)
  return {
    show: searchParams.get('show') === 'overdue' ? 'overdue' : 'all',
    from: Number.isSafeInteger(from) && from > 0 ? from : 0,
    find: (searchParams.get('find') ?? '').trim().slice(0, 40),
  }
}

export interface InvoicePage {
  readonly invoices: readonly Invoice[]
  /** The positions are among those that match. */
  readonly from: number
  readonly count: number
  readonly next?: { readonly from: number; readonly count: number }
  readonly previous?: { readonly from: number; readonly count: number }
}

/** Cuts one page from the list. Only a search reads each invoice. */
export function pageOf({ invoices, overdue }: FixedLineBill, { show, from, find }: InvoiceFilter): InvoicePage {
  const shown = show === 'overdue' ? invoices.slice(0, overdue) : invoices
  const wanted = find.toLowerCase()
  const fitting = wanted === '' ? shown : shown.filter(({ invoiceNo }) => invoiceNo.toLowerCase().includes(wanted))
  const count = fitting.length
  const last = Math.max(0, Math.floor((count - 1) / pageSize) * pageSize)
  const start = Math.min(Math.floor(from / pageSize) * pageSize, last)
  const after = count - start - pageSize
  return {
    invoices: fitting.slice(start, start + pageSize),
    from: start,
    count,
    ...(after > 0 && { next: { from: start + pageSize, count: Math.min(pageSize, after) } }),
    ...(start > 0 && { previous: { from: start - pageSize, count: pageSize } }),
  }
}

export const isLong = ({ invoices }: Pick<FixedLineBill, 'invoices'>): boolean => invoices.length > pageSize
