/** Ports of their own, so that stories run beside a portal that somebody is trying out. */
export const ports = { portal: 5300, admin: 5320, sandbox: 5310, bank: 5311, smpp: 5312 } as const

export const portalUrl = `http://localhost:${ports.portal}`
export const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`
