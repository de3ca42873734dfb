/** Key → text of one package. */
export type Texts = Readonly<Record<string, string>>

/** Package name → its texts, in one language. */
export type Packages = Readonly<Record<string, Texts>>

/** Name → a package with a structure, in one language; its reader validates the structure. */
export type Documents = Readonly<Record<string, unknown>>

/** One fault in a file, for the person who edits it. */
export interface ContentFault {
  /** `sw/loader-translation`, or a language alone. */
  readonly file: string
  /** The key in question, `fields.0.label` in a package with a structure. */
  readonly key?: string
  readonly message: string
}

export interface FoundContent {
  readonly languages: Readonly<Record<string, Packages>>
  readonly documents: Readonly<Record<string, Documents>>
  /** Packages that could not be read. */
  readonly faults: readonly ContentFault[]
  /** The line of a key in its file, counted from 1; unknown to sources that are not files. */
  lineOf?(file: string, key: string): number | undefined
}

/**
 * The source of texts. HTML (keys that end in `Html`) is sanitised. Implementations pass `content-source.contract.ts`.
 */
export interface ContentSource {
  read(): Promise<FoundContent>
  /** Calls back when `read` may return something else; returns a function that stops watching. */
  watch?(changed: () => void): () => void
}

/** A package of data rather than texts. */
export interface GeneratedContent {
  /** Changes whenever `read` may return something else. */
  version(): Promise<string>
  /** The package as sent in JSON. */
  read(language: string): Promise<unknown>
}

/** Texts of pages change seldom. */
const hour = 3600
/** News and data must appear soon after a change. */
const moment = 10

/** The seconds for which a client may cache a package. */
export function maxAgeSeconds(name: string): number {
  return /-(translation|config)$/.test(name) ? hour : moment
}
