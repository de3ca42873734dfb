import { isDeepStrictEqual } from 'node:util'
import type { FillValues } from '@nyanja/domain/texts/fill'
import { type FaultInFile, readDocument } from '../../content/content-documents.ts'
import { linkFaults, textFaults } from '../../content/content-faults.ts'
import type { Packages } from '../../content/content-source.ts'
import { type PackageRead, readPackage } from '../read-package.ts'
import type { ReportedPackage } from './cms-copy.ts'

type GoodPackage = Exclude<PackageRead, { readonly fault: string }>

type Judgement =
  | { readonly faults: readonly string[] }
  /** `strange` are keys that no page uses. The CMS may have them for other sites, so they are left out. */
  | { readonly good: GoodPackage; readonly strange: readonly string[] }

/** Tells whether a package can replace the English one of the files. */
function judgePackage(name: string, json: string, english: Packages, constants: FillValues): Judgement {
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

export interface FitPackagesOptions {
  readonly constants: FillValues
  readonly log: { warn(message: string): void; error(message: string): void }
}

export type FitPackage = Pick<ReportedPackage, 'name' | 'language'> & { readonly good: GoodPackage }

interface Judged {
  readonly raw: string
  /** The packages of this response, or of an earlier one where this one is invalid. */
  readonly fit?: { readonly raw: string; readonly good: GoodPackage } | undefined
}

/** Keeps the CMS's packages that pages can use: the last valid one where the newest is invalid. */
export class FitPackages {
  readonly #options: FitPackagesOptions
  #english: Packages = {}
  #judged = new Map<string, Judged>()
  readonly #logged = new Map<string, string>()

  constructor(options: FitPackagesOptions) {
    this.#options = options
  }

  /** `english` are the texts of the files, against which every package is validated. */
  among(packages: readonly ReportedPackage[], english: Packages): FitPackage[] {
    const isSameMeasure = isDeepStrictEqual(english, this.#english)
    this.#english = english
    const judged = packages.map((logged) => {
      const place = `${logged.language}/${logged.name}`
      const before = this.#judged.get(place)
      const isKnown = isSameMeasure && before?.raw === logged.raw
      return { ...logged, place, judged: isKnown ? before : this.#judge(place, logged, before) }
    })
    this.#judged = new Map(judged.map(({ place, ...rest }) => [place, rest.judged]))
    return judged.flatMap(({ name, language, judged: { fit } }) =>
      fit === undefined ? [] : [{ name, language, good: fit.good }],
    )
  }

  #judge(place: string, { name, raw }: ReportedPackage, before: Judged | undefined): Judged {
    const judge = (json: string) => judgePackage(name, json, this.#english, this.#options.constants)
    const { log } = this.#options
    const judgement = judge(raw)
    if ('faults' in judgement) {
      const rest = 'The earlier version stays in use'
      this.#announce(place, `From the CMS: ${place}: ${judgement.faults.join('; ')}. ${rest}`, (line) =>
        log.error(line),
      )
      const earlier = before?.fit && judge(before.fit.raw)
      const isStillFit = earlier !== undefined && 'good' in earlier
      return { raw, fit: isStillFit && before?.fit ? { raw: before.fit.raw, good: earlier.good } : undefined }
    }
    const { good, strange } = judgement
    const note = strange.length === 0 ? '' : `From the CMS: ${place}: no page shows ${strange.join(', ')}`
    this.#announce(place, note, (line) => log.warn(line))
    return { raw, fit: { raw, good } }
  }

  /** Reports a fault once for repeated readings. */
  #announce(place: string, line: string, aloud: (line: string) => void): void {
    if (line !== '' && this.#logged.get(place) !== line) aloud(line)
    this.#logged.set(place, line)
  }
}
