/** The ports are separate, so that tests run beside a portal in use, and beside each other. */
const first = Number(process.env.STORIES_PORT ?? 5300) + 30 * Number(process.env.TEST_PARALLEL_INDEX ?? 0)

export const ports = {
  portal: first,
  /** The sandbox takes this one and the four after it. */
  sandbox: first + 10,
  bank: first + 11,
  smpp: first + 12,
  smtp: first + 13,
  identity: first + 14,
  admin: first + 20,
  editor: first + 21,
  console: first + 22,
  driver: first + 23,
  secure: first + 24,
} as const

export const portalUrl = `http://localhost:${ports.portal}`

/** The portal over TLS, where an operator has a link that breaks. */
export const secureUrl = `https://localhost:${ports.secure}`

/** The portal too, under a name that is another origin to browsers. */
export const assetsUrl = `http://127.0.0.1:${ports.portal}`

export const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`

/** The console's address for staff: another origin than the portal. */
export const consoleUrl = `http://localhost:${ports.console}`

export const editorUrl = `http://127.0.0.1:${ports.editor}`
