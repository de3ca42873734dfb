/** Of the operator himself, or of somebody who sells for him. */
export const shopKinds = ['own', 'dealer'] as const
export type ShopKind = (typeof shopKinds)[number]

export const shopServices = ['sim-swap', 'bill-payment', 'mobile-money', 'devices', 'home-internet'] as const
export type ShopService = (typeof shopServices)[number]

/** What people call it: the name up to its first dash. */
export function shopTitle(name: string): string {
  const [title = ''] = name.split('-')
  return title.trim() || name
}
