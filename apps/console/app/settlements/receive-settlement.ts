import { readDayRange } from '@nyanja/domain/finance/days'
import { importSubject } from '@nyanja/domain/staff/acts'
import type { Staff } from '@nyanja/domain/staff/roles'
import type { Console } from '../../server/console.ts'
import type { Upload } from '../../server/uploaded-files.ts'
import { actedBy } from '../finance/acting.ts'

/** The outcome of an uploaded file, with a refusal's status. */
export type Received = Awaited<ReturnType<typeof receiveSettlement>>

const refusal = <Outcome extends string>(outcome: Outcome, status: number) => ({ outcome, status })

/** Stores, imports and compares an uploaded settlement file: all of it or nothing. */
export async function receiveSettlement(
  upload: Upload | undefined,
  staff: Staff,
  { uploads, reconciliation, log }: Console,
) {
  const uploaded = await uploads.read(upload, async ({ fields, file }) => {
    if (file === undefined) return refusal('no_file', 422)
    const field = (name: string) => fields.get(name) ?? ''
    const [from, to] = [field('from'), field('to')]
    const days = readDayRange(from || to, to || from)
    if (from + to !== '' && days === undefined) return refusal('wrong_days', 422)
    const reading = reconciliation.files.open(file, field('format'))
    if (reading === undefined) return refusal('no_format', 422)
    const requested = days && { fromDay: days.from, untilDay: days.to }
    const result = await reconciliation.imports.import(reading, { by: staff.name, days: requested })
    if (result.outcome === 'refused') return { ...result, status: 422, fileName: reading.name }
    if (result.outcome === 'imported_before')
      return { outcome: result.outcome, status: 409, fileName: reading.name, first: result.first }
    const { id } = result.import
    await log.record({
      action: 'settlement import',
      subject: importSubject(id),
      ...actedBy(staff, 'import-settlements', 'accounting'),
    })
    await reconciliation.reconciliation.compare()
    return { outcome: result.outcome, status: 303, id }
  })
  if (uploaded.outcome === 'read') return uploaded.result
  if (uploaded.outcome === 'too_large') return { ...uploaded, status: 413 }
  return refusal('no_file', 422)
}
