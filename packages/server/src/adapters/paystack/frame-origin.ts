/** Finds where the popup's script opens its frame: Paystack has a host for it, any other opens it at its own address. */
export function frameOriginOf(scriptUrl: string): string {
  const { origin } = new URL(scriptUrl)
  return origin === 'https://js.paystack.co' ? 'https://checkout.paystack.com' : origin
}
