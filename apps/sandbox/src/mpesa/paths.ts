export const pathOf = (operation: string): string => `/mpesa/sandbox/ipg/v2/:market/${operation}/`

/** As the fault panel calls it. */
export const named = (operation: string) => ({ config: { provider: 'mpesa', operation } })

export interface InMarket {
  readonly Params: { readonly market: string }
}
