import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, serverFlags } from '../../scripts/run.mjs'

interface ServiceOptions {
  readonly name: string
  readonly main: string
  readonly env: Readonly<Record<string, string>>
  readonly healthUrl: string
  readonly logFile: string
  /** A command that runs it, requested at each start: `taskset -c 1`. */
  readonly wrapper?: (() => readonly string[]) | undefined
  readonly nodeOptions?: readonly string[] | undefined
}

interface Usage {
  readonly cpuMs: number
  readonly rssMb: number
  readonly peakRssMb: number
}

// The limit is for a hanging process, not for a busy machine.
const readyTimeoutMs = 120_000
const stopTimeoutMs = 20_000
const clockTicksPerSecond = 100

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A real process that can be killed and restarted. */
export class Service {
  readonly #options: ServiceOptions
  #child: ChildProcess | undefined

  constructor(options: ServiceOptions) {
    this.#options = options
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`The ${this.#options.name} is not running`)
    return this.#child.pid
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const { name, main, env, logFile, wrapper, nodeOptions = [] } = this.#options
    const node = [process.execPath, ...serverFlags, ...nodeOptions, main]
    const [command = '', ...args] = [...(wrapper?.() ?? []), ...node]
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const log = createWriteStream(logFile, { flags: 'a' })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    child.once('close', () => log.end())
    running.add(child)
    child.once('exit', () => running.delete(child))
    child.unref()
    this.#child = child
    if (await this.#answers(child)) return
    throw new Error(`The ${name} ended while it started:\n${this.#readLog()}`)
  }

  /** Ends the process as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    const child = this.#child
    const timer = setTimeout(() => child?.kill('SIGKILL'), stopTimeoutMs)
    await this.#end('SIGTERM')
    clearTimeout(timer)
  }

  /** Resolves when it has ended, by itself or not. */
  async untilEnded(): Promise<void> {
    const child = this.#child
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  usage(): Usage {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    const [, ...fields] = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')
    const [user = 0, system = 0] = (fields[0] ?? '').split(' ').slice(11, 13).map(Number)
    return {
      cpuMs: ((user + system) * 1000) / clockTicksPerSecond,
      rssMb: megabytes('VmRSS'),
      peakRssMb: megabytes('VmHWM'),
    }
  }

  #readLog(): string {
    return readFileSync(this.#options.logFile, 'utf8').slice(-2000)
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  /** False when the process ended before. */
  async #answers(child: ChildProcess): Promise<boolean> {
    const giveUpAt = performance.now() + readyTimeoutMs
    while (child.exitCode === null && child.signalCode === null) {
      const isUp = await fetch(this.#options.healthUrl).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isUp) return true
      if (performance.now() > giveUpAt)
        throw new Error(`The ${this.#options.name} does not answer:\n${this.#readLog()}`)
      await sleep(20)
    }
    return false
  }
}
