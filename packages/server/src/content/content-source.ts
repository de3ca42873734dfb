/** Key → text of one package. */
export type Texts = Readonly<Record<string, string>>

/** Package name → its texts, in one language. */
export type Packages = Readonly<Record<string, Texts>>

/** Name → a package with a shape, in one language; whoever reads it checks the shape. */
export type Documents = Readonly<Record<string, unknown>>

/** One thing that is wrong with a file, for the person who edits it. */
export interface ContentFault {
  /** `sw/loader-translation`, or a language alone. */
  readonly file: string
  /** The key it is about, `fields.0.label` in a package with a shape. */
  readonly key?: string
  readonly message: string
}

export interface FoundContent {
  readonly languages: Readonly<Record<string, Packages>>
  readonly documents: Readonly<Record<string, Documents>>
  /** What could not be read. */
  readonly faults: readonly ContentFault[]
  /** Where in its file a key stands, counted from 1; unknown to sources that are no files. */
  lineOf?(file: string, key: string): number | undefined
}

/** Where texts come from. HTML (keys that end in `Html`) arrives sanitised. Passes `content-source.contract.ts`. */
export interface ContentSource {
  read(): Promise<FoundContent>
  /** Calls back when `read` may answer otherwise than before; returns what ends the watch. */
  watch?(changed: () => void): () => void
}

/** A package that is made of data, and not of texts. */
export interface GeneratedContent {
  /** Changes whenever `read` may answer otherwise. */
  version(): Promise<string>
  /** What goes over the wire as JSON. */
  read(language: string): Promise<unknown>
}

/** Words of pages change seldom. */
const hour = 3600
/** News, and what is made of data, must show soon. */
const moment = 10

/** For how many seconds a client may cache a package. */
export function maxAgeSeconds(name: string): number {
  return /-(translation|config)$/.test(name) ? hour : moment
}
