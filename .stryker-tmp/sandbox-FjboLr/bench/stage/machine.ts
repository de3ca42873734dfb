// @ts-nocheck
import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os'

/** Figures mean nothing without it; a load above zero at the start says that the machine had other things to do. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const load = loadavg()[0]?.toFixed(1)
  const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB, ${type()}, Node ${process.versions.node}, load ${load} at the start, ${when}`
}
