import { successShareOf } from '@nyanja/domain/payments/method-health'
import type { MethodStanding } from './method-records.ts'
import type { MethodSwitch } from './method-switch-store.ts'
import { textTable, timeText } from './text-table.ts'

export interface GatewayOfMethod {
  readonly method: string
  readonly gateway: string
}

interface Methods {
  readonly switches: readonly MethodSwitch[]
  readonly standings: readonly MethodStanding[]
  readonly gateways: readonly GatewayOfMethod[]
}

const headings = ['method', 'switch', 'health', 'tries', 'success', 'to credit', 'refunds', 'switched', 'by', 'reason']

function percent(share: number | undefined): string {
  return share === undefined ? '' : `${Math.round(share * 100)} %`
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '' : `${Math.round(ms / 1000)} s`
}

function figuresOf({ health, isAvailable, record }: MethodStanding): string[] {
  return [
    isAvailable ? health : `${health}, held back`,
    String(record.tries),
    percent(successShareOf(record)),
    seconds(record.medianToCreditMs),
    String(record.refunds),
  ]
}

const noFigures = ['', '', '', '', '']

/** Every method and the gateways behind it with their switches, and its figures of the last minutes. */
export function methodsText({ switches, standings, gateways }: Methods): string {
  const rowOf = (name: string, shown: string, figures: readonly string[]) => {
    const turned = switches.find((one) => one.method === name)
    const by = turned === undefined ? ['', '', ''] : [timeText(turned.at), turned.who, turned.reason]
    return [shown, turned?.isOpen === false ? 'off' : 'on', ...figures, ...by]
  }
  const rows = standings.flatMap((standing) => {
    const { method } = standing
    // A gateway that is called like its method is switched together with it.
    const behind = gateways.filter((one) => one.method === method && one.gateway !== method)
    return [
      rowOf(method, method, figuresOf(standing)),
      ...behind.map(({ gateway }) => rowOf(gateway, `- ${gateway}`, noFigures)),
    ]
  })
  return textTable(headings, rows)
}
