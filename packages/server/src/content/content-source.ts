/** The texts of one package, by key. */
export type Texts = Readonly<Record<string, string>>

/** The packages of one language, by name. */
export type Packages = Readonly<Record<string, Texts>>

/** The packages with a structure in one language, by name; their reader validates the structure. */
export type Documents = Readonly<Record<string, unknown>>

/** A content fault is one fault in a file, for the person who edits it. */
export interface ContentFault {
  /** The name of the file, such as `sw/loader-translation`, or a language alone. */
  readonly file: string
  /** The key in question, `fields.0.label` in a package with a structure. */
  readonly key?: string
  readonly message: string
}

export interface FoundContent {
  readonly languages: Readonly<Record<string, Packages>>
  readonly documents: Readonly<Record<string, Documents>>
  /** The packages that could not be read. */
  readonly faults: readonly ContentFault[]
  /** Returns the line of a key in its file, counted from 1. Sources that are not files lack the method. */
  lineOf?(file: string, key: string): number | undefined
}

/**
 * A source of texts. HTML (keys that end in `Html`) is sanitised. Implementations pass `content-source.contract.ts`.
 */
export interface ContentSource {
  read(): Promise<FoundContent>
  /** Calls back when `read` may return something else; returns a function that stops watching. */
  watch?(changed: () => void): () => void
}

/** A package of data rather than texts. */
export interface GeneratedContent {
  /** Returns a version that changes whenever `read` may return something else. */
  version(): Promise<string>
  /** Reads the package as sent in JSON. */
  read(language: string): Promise<unknown>
}

/** Texts of pages change seldom. */
const hour = 3600
/** News and data must appear soon after a change. */
const moment = 10

/** The seconds for which a client may cache a package. */
export function maxAgeSecondsOf(name: string): number {
  return /-(translation|config)$/.test(name) ? hour : moment
}
