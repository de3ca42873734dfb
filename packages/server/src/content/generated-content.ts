/** A package that is made of data, and not of texts. */
export interface GeneratedContent {
  /** Changes whenever `read` may answer otherwise. */
  version(): Promise<string>
  /** What goes over the wire as JSON. */
  read(language: string): Promise<unknown>
}
