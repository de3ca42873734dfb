import { createServer } from 'node:net'
import { portsFrom } from '../../apps/sandbox/src/ports.ts'
import { freePortRow } from '../free-ports.mjs'
import { Explained } from '../run.mjs'

/** Throws a sentence that names the variable to change when one of the ports is taken. */
export async function assertPortsAreFree(env, names, command = 'npm start') {
  for (const name of names) {
    const first = Number(env[name])
    for (const port of name === 'SANDBOX_PORT' ? Object.values(portsFrom(first)) : [first])
      if (!(await isFree(port)))
        throw new Explained(
          `Port ${port} is taken: stop what runs there, or choose another with ${name}=${first + 10} ${command}`,
        )
  }
}

/** The first of the ports that a sandbox takes. */
export const freeSandboxPort = () => freePortRow(Object.keys(portsFrom(1)).length)

/** On both loopback addresses. */
export async function isFree(port) {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(host, port)))
  return answers.every(Boolean)
}

function canListen(host, port) {
  return new Promise((resolve) => {
    const server = createServer()
    // A machine without IPv6 has no process there that could hold the port.
    server.once('error', ({ code }) => resolve(code !== 'EADDRINUSE' && code !== 'EACCES'))
    server.listen({ host, port }, () => server.close(() => resolve(true)))
  })
}
