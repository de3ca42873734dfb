const shortestPadding = 8

/** PKCS#1 v1.5 by hand, because Node refuses to decrypt it. Undefined: not so padded. */
export function unpad(block: Buffer): Buffer | undefined {
  if (block[0] !== 0 || block[1] !== 2) return undefined
  const end = block.indexOf(0, 2)
  return end < 2 + shortestPadding ? undefined : block.subarray(end + 1)
}
