/** Key → text of one package. */
// @ts-nocheck

export type Texts = Readonly<Record<string, string>>

/** Package name → its texts, in one language. */
export type Packages = Readonly<Record<string, Texts>>

export interface FoundContent {
  readonly languages: Readonly<Record<string, Packages>>
  /** What could not be read, in words that name the place. */
  readonly faults: readonly string[]
}

/** Where texts come from. HTML (keys that end in `Html`) arrives sanitised. */
export interface ContentSource {
  read(): Promise<FoundContent>
  /** Calls back when `read` may answer otherwise than before; returns what ends the watch. */
  watch?(changed: () => void): () => void
}
