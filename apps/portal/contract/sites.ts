/** A site as the spec has it on the wire; the flags are not ours. */
export interface SiteResponse {
  readonly title: string
  readonly latitude: number
  readonly longitude: number
  readonly technology: {
    readonly _2Gservice: boolean
    readonly _3Gservice: boolean
    readonly _4Gservice: boolean
    readonly _5Gservice: boolean
  }
}
