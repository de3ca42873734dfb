// @ts-nocheck
import { successShareOf } from '@nyanja/domain/method-health'
import type { MethodStanding } from './method-records.ts'
import type { MethodSwitch } from './method-switch-store.ts'
import { textTable, timeText } from './text-table.ts'

interface Methods {
  readonly switches: readonly MethodSwitch[]
  readonly standings: readonly MethodStanding[]
}

const headings = ['method', 'switch', 'health', 'tries', 'success', 'to credit', 'refunds', 'switched', 'by', 'reason']

function percent(share: number | undefined): string {
  return share === undefined ? '' : `${Math.round(share * 100)} %`
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '' : `${Math.round(ms / 1000)} s`
}

/** Every method with its switch, and its figures of the last minutes. */
export function methodsText({ switches, standings }: Methods): string {
  const rows = standings.map(({ method, health, mayTry, record }) => {
    const turned = switches.find((one) => one.method === method)
    return [
      method,
      turned?.isOpen === false ? 'off' : 'on',
      mayTry ? health : `${health}, held back`,
      String(record.tries),
      percent(successShareOf(record)),
      seconds(record.medianToCreditMs),
      String(record.refunds),
      turned === undefined ? '' : timeText(turned.at),
      turned?.who ?? '',
      turned?.reason ?? '',
    ]
  })
  return textTable(headings, rows)
}
