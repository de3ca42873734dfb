export const lineTypes = ['PREPAID', 'POSTPAID', 'HYBRID'] as const

/** As the BSS says it. */
export type LineType = (typeof lineTypes)[number]

const services = {
  PREPAID: { recharge: true, bill: false },
  POSTPAID: { recharge: false, bill: true },
  HYBRID: { recharge: false, bill: true },
} as const satisfies Record<LineType, { recharge: boolean; bill: boolean }>

export function isLineType(text: string): text is LineType {
  return Object.keys(services).includes(text)
}

export function canRecharge(lineType: LineType): boolean {
  return services[lineType].recharge
}

export function canPayBill(lineType: LineType): boolean {
  return services[lineType].bill
}
