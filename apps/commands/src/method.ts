import { computeSuccessShare } from '@nyanja/domain/payments/method-health'
import { createMethodSwitchStore, createRecentTries } from '@nyanja/server/db/payments/method-stores'
import {
  type GatewayOfMethod,
  MethodRecords,
  type MethodStanding,
  type MethodSwitch,
  MethodSwitches,
} from '@nyanja/server/payments/methods'
import { type CommandAnswer, done, misused, optionProblem, whoAreYou } from './command.ts'
import type { Noun, Opened } from './noun.ts'
import { textTable, timeText } from './text-table.ts'

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
    isAvailable ? health : `${health}, suspended`,
    String(record.tries),
    percent(computeSuccessShare(record)),
    seconds(record.medianToCreditMs),
    String(record.refunds),
  ]
}

const noFigures = ['', '', '', '', '']

/** Lists every method and its gateways with their switches and recent figures. */
function methodsText({ switches, standings, gateways }: Methods): string {
  const rowOf = (name: string, shown: string, figures: readonly string[]) => {
    const changed = switches.find((one) => one.method === name)
    const by = changed === undefined ? ['', '', ''] : [timeText(changed.at), changed.who, changed.reason]
    return [shown, changed?.isOpen === false ? 'off' : 'on', ...figures, ...by]
  }
  const rows = standings.flatMap((standing) => {
    const { method } = standing
    // A gateway that has its method's name is switched together with it.
    const behind = gateways.filter((one) => one.method === method && one.gateway !== method)
    return [
      rowOf(method, method, figuresOf(standing)),
      ...behind.map(({ gateway }) => rowOf(gateway, `- ${gateway}`, noFigures)),
    ]
  })
  return textTable(headings, rows)
}

async function run([name, state, ...words]: readonly string[], opened: Opened): Promise<CommandAnswer> {
  const { database, market, now, who } = opened
  const gateways = market.paymentOptions
  const methods = [...new Set(gateways.map(({ method }) => method))]
  const switches = new MethodSwitches({ store: createMethodSwitchStore(database.db), now })
  const problem = optionProblem('method', words)
  if (problem !== undefined) return problem
  if (name === undefined || (name === 'list' && state === undefined)) {
    const records = new MethodRecords({ tries: createRecentTries(database.db), methods, now })
    return done(methodsText({ switches: await switches.all(), standings: await records.all(), gateways }))
  }
  const names = [...new Set([...methods, ...gateways.map(({ gateway }) => gateway)])]
  if (!names.includes(name)) return misused(`${name} is not a method: use ${names.join(', ')}`)
  const reason = words.join(' ').trim()
  if (state !== 'on' && state !== 'off') return misused('Give on or off')
  if (state === 'off' && reason === '') return misused('Give a reason for switching it off')
  if (who === undefined || who === '') return whoAreYou
  await (state === 'on' ? switches.enable(name, { who, reason }) : switches.disable(name, { who, reason }))
  return done(`${name} is ${state}`)
}

export const method: Noun = {
  name: 'method',
  usage: `method list                                       every method with its gateways, switches and health
method <name> off <reason>                        stop new payments by this method or gateway; others continue
method <name> on [<reason>]                       offer it again`,
  run,
}
