import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { FileFormat } from './file-format.ts'
import bssTopups from './formats/bss-topups.json' with { type: 'json' }
import camt053 from './formats/camt053.json' with { type: 'json' }
import dpo from './formats/dpo.json' with { type: 'json' }
import mpesa from './formats/mpesa.json' with { type: 'json' }
import mt940 from './formats/mt940.json' with { type: 'json' }
import openApiMoney from './formats/open-api-money.json' with { type: 'json' }
import paychangu from './formats/paychangu.json' with { type: 'json' }
import paystack from './formats/paystack.json' with { type: 'json' }
import pinWallet from './formats/pin-wallet.json' with { type: 'json' }
import tingg from './formats/tingg.json' with { type: 'json' }
import uba from './formats/uba.json' with { type: 'json' }

const shipped: readonly unknown[] = [
  ...[dpo, paystack, paychangu, tingg, uba, openApiMoney, mpesa, pinWallet],
  ...[camt053, mt940, bssTopups],
]

/**
 * Loads the shipped formats, and those of the operator's folder: one JSON file each, which replaces a shipped one of
 * its name.
 */
export function loadFormats(folder?: string): readonly FileFormat[] {
  const formats = shipped.map((format) => FileFormat.parse(format))
  const { formats: own, faults } = folder === undefined ? { formats: [], faults: [] } : readFolder(folder)
  if (faults.length > 0) throw new Error(`Bad descriptions of settlement files\n${faults.join('\n')}`)
  return [...formats.filter(({ name }) => own.every((one) => one.name !== name)), ...own]
}

interface ReadFolder {
  readonly formats: readonly FileFormat[]
  readonly faults: readonly string[]
}

function readFolder(folder: string): ReadFolder {
  if (!existsSync(folder)) return { formats: [], faults: [`✖ There is no folder ${folder}`] }
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
  const read = files.map((file) => ({ file, ...readFormat(path.join(folder, file)) }))
  const faults = read.flatMap(({ file, fault }) =>
    fault === undefined ? [] : [`${path.join(folder, file)}\n${fault}`],
  )
  const formats = read.flatMap(({ format }) => format ?? [])
  const names = formats.map(({ name }) => name)
  const repeated = names.filter((name, at) => names.indexOf(name) !== at)
  return { formats, faults: [...faults, ...repeated.map((name) => `✖ Two files of ${folder} describe ${name}`)] }
}

/** Lists every fault of the operator's descriptions. */
export function faultsOfFormats(folder: string | undefined): readonly string[] {
  return folder === undefined ? [] : readFolder(folder).faults
}

function readFormat(file: string): { readonly format?: FileFormat; readonly fault?: string } {
  try {
    const { data, error } = FileFormat.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return error === undefined ? { format: data } : { fault: z.prettifyError(error) }
  } catch (error) {
    return { fault: `✖ ${error instanceof Error ? error.message : 'unreadable'}` }
  }
}
