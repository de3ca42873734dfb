export type ListenResult =
  /** Without an id the BSS knows the address already, and does not say as whose. */
  | { readonly outcome: 'listening'; readonly id?: string }
  /** It took us and does not say as whom: asked again, it calls once more about each change, and cannot be asked to stop. */
  | { readonly outcome: 'unnamed' }
  | { readonly outcome: 'refused'; readonly reason: string }

/**
 * Where the BSS is asked to call us when orders change. Asking twice may make it call twice. A refusal is a result; a
 * silent or broken BSS throws.
 */
export interface LeadSubscriptions {
  listen(address: string): Promise<ListenResult>
  /**
   * `kept`: it does not take listeners away. One that it has forgotten has left, if it says so; `refused` may mean that
   * it has forgotten this one, or that it calls on.
   */
  leave(id: string): Promise<'left' | 'kept' | 'refused'>
}
