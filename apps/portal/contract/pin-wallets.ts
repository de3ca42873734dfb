/** How the specification tells apart what the two wallets with a PIN say. */
export const pinWallets = {
  nyanja_money_pin: {
    wrongPin: 1004,
    blocked: 'Your {product} Money wallet has been blocked due to too many incorrect PIN attempts',
  },
  smartcash: {
    wrongPin: '56D005',
    blocked: 'Your Smart Cash wallet has been blocked due to too many incorrect PIN attempts.',
  },
} as const

export const walletBlocked = 1006
