import type { FillValues } from '@nyanja/domain/texts/fill'
import { textFaults } from '../../content/content-faults.ts'
import type { Packages } from '../../content/content-source.ts'
import { type FaultInFile, readDocument } from '../../content/document-faults.ts'
import { linkFaults } from '../../content/link-faults.ts'
import { type PackageRead, readPackage } from '../read-package.ts'

export type GoodPackage = Exclude<PackageRead, { readonly fault: string }>

export type Judgement =
  | { readonly faults: readonly string[] }
  /** `strange`: keys that no page of ours shows. The CMS may have them for others, so they are left out. */
  | { readonly good: GoodPackage; readonly strange: readonly string[] }

/** Whether a package can stand where the English one of the files stands. */
export function judgePackage(name: string, json: string, english: Packages, constants: FillValues): Judgement {
  const read = readPackage(name, json)
  if ('fault' in read) return { faults: [read.fault] }
  if ('document' in read) {
    const reading = readDocument(name, read.document, constants)
    return 'faults' in reading ? { faults: messagesOf(reading.faults) } : { good: read, strange: [] }
  }
  const model = english[name] ?? {}
  const [known, strange] = [true, false].map((isKnown) =>
    Object.entries(read.texts).filter(([key]) => Object.hasOwn(model, key) === isKnown),
  )
  const texts = Object.fromEntries(known ?? [])
  const faults = [...textFaults(texts, model, Object.keys(constants)), ...linkFaults(name, texts)]
  return faults.length > 0
    ? { faults: messagesOf(faults) }
    : { good: { texts }, strange: (strange ?? []).map(([key]) => key) }
}

const messagesOf = (faults: readonly FaultInFile[]) => faults.map(({ message }) => message)
