/** All ports of the sandbox follow from its first one; 0 lets the system choose each. */
export function portsFrom(first: number) {
  const at = (offset: number) => (first === 0 ? 0 : first + offset)
  return { port: first, bankPort: at(1), smppPort: at(2), smtpPort: at(3), identityPort: at(4) }
}
