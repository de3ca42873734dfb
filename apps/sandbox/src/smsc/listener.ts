import { createServer, type Socket } from 'node:net'

/** A TCP listener that can be told to end with all its connections. */
export function createListener(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    greet(socket)
  })

  return {
    /** Resolves with the port, which is of interest where 0 was asked for. */
    listen: (host: string, port: number) =>
      new Promise<number>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.address()
          resolve(address !== null && typeof address === 'object' ? address.port : port)
        })
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
