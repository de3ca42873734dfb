interface Words {
  readonly name: string
  readonly description: string
}

const swahili: Readonly<Record<string, Words>> = {
  'D-100': { name: 'Siku MB 100', description: 'MB 100 za data kwa siku moja' },
  'D-500': { name: 'Siku MB 500', description: 'MB 500 za data kwa siku moja' },
  'D-1000': { name: 'Siku GB 1', description: 'GB 1 ya data kwa siku moja' },
  'W-1000': { name: 'Wiki GB 1', description: 'GB 1 ya data kwa siku saba' },
  'W-2600': { name: 'Wiki GB 2.6', description: 'GB 2.6 za data kwa siku saba' },
  'W-3000': { name: 'Wiki GB 3', description: 'GB 3 za data kwa siku saba' },
  'M-5000': { name: 'Mwezi GB 5', description: 'GB 5 za data kwa siku thelathini' },
  'M-12000': { name: 'Mwezi GB 12', description: 'GB 12 za data kwa siku thelathini' },
  'M-20000': { name: 'Mwezi GB 20', description: 'GB 20 za data kwa siku thelathini' },
  'N-2000': { name: 'Usiku GB 2', description: 'GB 2 za data kwa usiku mmoja, kuanzia 23:00 hadi 06:00' },
  'S-500': { name: 'WhatsApp wiki MB 500', description: 'MB 500 za WhatsApp kwa siku saba' },
  'V-30': { name: 'Kupiga simu dakika 30', description: 'Dakika 30 kwa mitandao yote kwa siku moja' },
  'T-100': { name: 'SMS 100', description: 'SMS 100 kwa mitandao yote kwa siku moja' },
  'X-1000': {
    name: 'Mchanganyiko GB 1 + dakika 60 + SMS 100',
    description: 'GB 1, dakika 60 na SMS 100 kwa siku saba',
  },
  'Z-1000': { name: 'Bila mwisho GB 1', description: 'GB 1 ya data isiyoisha muda' },
  'HBB-150': { name: 'Nyumbani GB 150', description: 'GB 150 za nyumbani kwa siku thelathini' },
  'HBB-UNL': { name: 'Nyumbani bila kikomo', description: 'Data bila kikomo ya nyumbani kwa siku thelathini' },
  'P-10000': {
    name: 'Malipo ya baadaye mwezi GB 10',
    description: 'GB 10 za data kwa siku thelathini, kwa laini za malipo ya baadaye',
  },
}

/** The Swahili words of a seeded bundle; those that people add have the catalogue's own alone. */
export function findSwahili(code: string): Words | undefined {
  return swahili[code.replace(/^(MW|CD)-/, '')]
}
