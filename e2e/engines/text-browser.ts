import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { findProgram } from '../../scripts/check/find-tools.mjs'
import { ports, secureUrl } from '../addresses.ts'

/** A browser in a terminal, driven as a person does who reads the screen and presses keys. */
export interface TextVisit {
  open(path: string): Promise<void>
  /** Types into the field whose line or label begins with `label`, in place of what is there. */
  fill(label: string, text: string): Promise<void>
  /** Presses what the screen calls `text`: a link or a button. */
  press(text: string): Promise<void>
  /** Waits until the screen has the text, and returns the page between the bar and the foot. */
  read(text: string): Promise<string>
  close(): Promise<void>
}

export interface TextBrowser {
  readonly name: string
  /** The Debian packages that are missing on this machine. */
  readonly missing: readonly string[]
  start(): Promise<TextVisit>
}

type Keys = readonly string[]

interface Habits {
  /** The command of the browser; `home` is its folder. */
  command(home: string): string
  /** Files that it reads there. */
  readonly files?: Readonly<Record<string, string>>
  /** What the last line says in a field that takes every digit for text: another one is gone to first. */
  readonly inField?: RegExp
  press(text: string, screen: string): Keys
  fill(label: string, text: string, screen: string): Keys
}

/** A key is a name of tmux; what is typed begins with this mark. */
const typed = (text: string) => `=${text}`

/** Lynx shows the value of a button before its text. */
const linkTo = (text: string, screen: string) => {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`\\[(\\d+)\\](?:\\w+\\) )?${escaped}`).exec(screen)?.[1] ?? ''
}

/** A pattern, which w3m searches for. */
const anySign = (text: string) => text.replaceAll(/[^\w ]/g, '.')

/** Lynx, ELinks and Links number what can be pressed or filled in, and go to the number that is typed. */
const fieldAfter = (label: string, screen: string) => /\[(\d+)\]/.exec(screen.slice(screen.indexOf(label)))?.[1] ?? ''

const habits: Readonly<Record<string, Habits>> = {
  w3m: {
    command: () => 'w3m -no-mouse -cookie -o ssl_verify_server=0',
    press: (text) => ['g', '/', typed(anySign(text)), 'Enter', 'Enter'],
    fill: (label, text) => ['g', '/', typed(anySign(label)), 'Enter', 'Tab', 'Enter', 'C-u', typed(text), 'Enter'],
  },
  lynx: {
    command: (home) => `lynx -cfg=${home}/lynx.cfg -accept_all_cookies`,
    files: {
      'lynx.cfg': [
        'INCLUDE:/etc/lynx/lynx.cfg',
        'FORCE_SSL_PROMPT:yes',
        'DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED',
        'TEXTFIELDS_NEED_ACTIVATION:TRUE\n',
      ].join('\n'),
    },
    press: (text, screen) => [typed(`${linkTo(text, screen)}g`), 'Enter', 'Enter'],
    fill: (label, text, screen) => [
      typed(`${fieldAfter(label, screen)}g`),
      ...['Enter', 'Enter', 'C-u', typed(text), 'Tab'],
    ],
  },
  elinks: {
    command: (home) => `elinks -no-connect -config-dir ${home}`,
    files: {
      'elinks.conf': [
        'set connection.ssl.cert_verify = 0',
        'set document.browse.links.numbering = 1',
        'set document.browse.forms.confirm_submit = 0',
        'set ui.dialogs.listbox_min_height = 1',
      ].join('\n'),
    },
    press: (text, screen) => [typed(linkTo(text, screen)), 'Enter', 'Enter'],
    fill: (label, text, screen) => [typed(fieldAfter(label, screen)), 'Enter', 'Enter', 'C-u', typed(text), 'Down'],
  },
  links: {
    command: () => 'links2 -ssl.certificates 0 -html-numbered-links 1',
    inField: /^Text field/,
    press: (text, screen) => [typed(linkTo(text, screen)), 'Enter'],
    fill: (label, text, screen) => [typed(fieldAfter(label, screen)), 'Enter', 'C-u', typed(text)],
  },
}

const packages: Readonly<Record<string, string>> = { links: 'links2' }

/** The pages are as high as their text: a screen of this many lines has all of each. */
const size = ['-x', '100', '-y', '200']
const everyMs = { intervals: [100], timeout: 30_000 }

/** What the bar and the foot say on every page is left out, and so are numbers of links and where a page reloads. */
function mainOf(screen: string): string {
  const lines = screen
    .replaceAll(/\[\d+\](?=\S)/g, '')
    .replaceAll(/_{2,}/g, ' ____')
    .replaceAll(/^( *refresh.*)\n(?: *\S+\n)+/gim, '$1\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const start = lines.findLastIndex((line) => /^\W*Help$/.test(line)) + 1
  const end = lines.findIndex((line) => line.includes('Call 300, free'))
  return lines.slice(start, end === -1 ? undefined : end).join('\n')
}

async function start(name: string, { command, files = {}, inField, press, fill }: Habits): Promise<TextVisit> {
  const home = await mkdtemp(path.join(tmpdir(), `nyanja-${name}-`))
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(home, file), text)
  const tmux = async (...args: string[]) =>
    (await promisify(execFile)('tmux', ['-L', `nyanja-${ports.portal}`, ...args])).stdout
  const screen = () => tmux('capture-pane', '-p', '-t', name)
  const environment = `env HOME=${home} TERM=screen LANG=C.UTF-8`

  /** A browser answers no key while it loads or draws: the next one waits until nothing changes any more. */
  const rest = async () => {
    let [last, same] = ['', 0]
    const rests = async () => {
      const now = await screen()
      same = now === last ? same + 1 : 0
      last = now
      return same
    }
    await expect.poll(rests, everyMs).toBeGreaterThan(2)
    return last
  }
  const send = async (keys: Keys) => {
    for (const key of keys) {
      if (key === '=' || key === '=g') throw new Error(`${name} shows nothing of that name:\n${await screen()}`)
      await tmux('send-keys', '-t', name, ...(key.startsWith('=') ? ['-l', key.slice(1)] : [key]))
      await rest()
    }
  }

  const leaveField = async () => {
    let now = await rest()
    while (inField?.test(now.trimEnd().split('\n').at(-1) ?? '')) {
      await send(['Down'])
      now = await rest()
    }
    return now
  }

  return {
    async open(address) {
      await tmux('new-session', '-d', '-s', name, ...size, `${environment} ${command(home)} ${secureUrl}${address}`)
    },
    press: async (text) => send(press(text, await leaveField())),
    fill: async (label, text) => send(fill(label, text, await leaveField())),
    async read(text) {
      const seen = async () => {
        const now = await screen()
        // The first page that Links shows has its greeting over it.
        if (now.includes('Welcome to')) await send(['Enter'])
        return now
      }
      await expect.poll(seen, everyMs).toContain(text)
      return mainOf(await rest())
    },
    async close() {
      await tmux('kill-session', '-t', name)
      // A browser may still be writing its history.
      await rm(home, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** The four text browsers of Debian. */
export const textBrowsers: readonly TextBrowser[] = Object.entries(habits).map(([name, habit]) => ({
  name,
  missing: [packages[name] ?? name, 'tmux'].filter((program) => findProgram(program) === undefined),
  start: () => start(name, habit),
}))
