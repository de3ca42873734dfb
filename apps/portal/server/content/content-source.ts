/** Key → text of one package. */
export type Texts = Readonly<Record<string, string>>

/** Package name → its texts, in one language. */
export type Packages = Readonly<Record<string, Texts>>

/** Name → a package with a shape, in one language; whoever reads it checks the shape. */
export type Documents = Readonly<Record<string, unknown>>

export interface FoundContent {
  readonly languages: Readonly<Record<string, Packages>>
  readonly documents: Readonly<Record<string, Documents>>
  /** What could not be read, in words that name the place. */
  readonly faults: readonly string[]
}

/** Where texts come from. HTML (keys that end in `Html`) arrives sanitised. Passes `content-source.contract.ts`. */
export interface ContentSource {
  read(): Promise<FoundContent>
  /** Calls back when `read` may answer otherwise than before; returns what ends the watch. */
  watch?(changed: () => void): () => void
}
