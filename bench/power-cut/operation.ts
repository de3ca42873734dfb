/** What a process asked of its files. Paths are absolute. */
export type Operation =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly offset: number; readonly data: Buffer }
  /** Cuts the file off, or lengthens it with zeros. */
  | { readonly kind: 'resize'; readonly path: string; readonly size: number }
  | { readonly kind: 'lengthen'; readonly path: string; readonly size: number }
  | { readonly kind: 'link' | 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  /** Covers what was done before `begunAt`, counted in operations; what came while it ran may be left out. */
  | { readonly kind: 'sync'; readonly path: string; readonly begunAt: number }
