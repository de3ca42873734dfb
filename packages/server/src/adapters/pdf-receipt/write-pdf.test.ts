import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ReadPdf } from './test-pdf.ts'
import { bundleReceipt } from './test-receipts.ts'
import { writePdf } from './write-pdf.ts'

const bytes = await writePdf(bundleReceipt)
const pdf = new ReadPdf(bytes)
const xmp = pdf.at(pdf.catalog, 'Metadata').stream.toString('utf8')

const lacks = (program: string) => spawnSync(program, ['--version']).error !== undefined

const noArguments: readonly string[] = []

/** Returns the output of a program about a file; `more` are the arguments after the file. */
function ask(program: string, args: readonly string[], { of = bytes, more = noArguments } = {}): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'receipt-')), 'receipt.pdf')
  writeFileSync(file, of)
  return execFileSync(program, [...args, file, ...more], { encoding: 'utf8' })
}

describe('a receipt as a PDF', () => {
  it('weighs at most 60 KB', () => {
    expect(bytes.length).toBeLessThanOrEqual(60_000)
  })

  it('has the same bytes each time', async () => {
    expect(Buffer.compare(await writePdf(bundleReceipt), bytes)).toBe(0)
  })

  it('claims PDF/A-3a and PDF/UA-1 in its metadata, with the title and the time of the payment', () => {
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>')
    expect(xmp).toContain('<pdfaid:conformance>A</pdfaid:conformance>')
    expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(xmp).toContain('<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>')
    expect(xmp).toContain('<rdf:li xml:lang="x-default">Receipt NYA-7K4P-29XD</rdf:li>')
    expect(xmp).toContain('<xmp:CreateDate>2026-11-20T12:05:12Z</xmp:CreateDate>')
    expect(pdf.at(pdf.catalog, 'Metadata').dictionary).not.toContain('/Filter')
  })

  it('names its language, is marked as tagged, and shows its title', () => {
    expect(pdf.catalog).toContain('/Lang (en)')
    expect(pdf.at(pdf.catalog, 'MarkInfo').dictionary).toContain('/Marked true')
    expect(pdf.at(pdf.catalog, 'ViewerPreferences').dictionary).toContain('/DisplayDocTitle true')
  })

  it('is read with the reference as its heading, then the facts as tables, then the advice', () => {
    const row = ['TR', 'TH', 'TD']
    expect(pdf.tags()).toEqual([
      ...['Document', 'P', 'P', 'H1', 'P'],
      ...['P', 'Table', ...row, ...row, ...row, ...row, 'P'],
      ...['H2', 'Table', ...row, ...row, ...row, 'P'],
      ...['H2', 'P', 'H2', 'P', 'P'],
    ])
    expect(pdf.all('/S /TH').map(({ dictionary }) => dictionary)).toEqual(
      Array.from({ length: 7 }, () => expect.stringContaining('/Scope /Row')),
    )
  })

  it('has nothing on its page that is neither tagged nor decoration', () => {
    const content = pdf.at(pdf.all('/Type /Page\n')[0]?.dictionary ?? '', 'Contents').stream.toString('latin1')
    let depth = 0
    for (const line of content.split('\n')) {
      if (/ BDC$| BMC$/.test(line)) depth++
      if (line === 'EMC') depth--
      if (/ Tj$| TJ$|^f$|^S$/.test(line)) expect(depth).toBe(1)
    }
    expect(depth).toBe(0)
    expect(content).toContain('/Artifact <<')
  })

  it('declares its colours as sRGB', () => {
    const { dictionary } = pdf.at(pdf.catalog, 'OutputIntents')
    expect(dictionary).toContain('/S /GTS_PDFA1')
    expect(dictionary).toContain('(sRGB IEC61966-2.1)')
    const profile = pdf.at(dictionary, 'DestOutputProfile')
    expect(profile.dictionary).toContain('/N 3')
    expect(profile.stream.toString('latin1', 12, 40)).toMatch(/^mntrRGB XYZ .*acsp/s)
  })

  it('has the structured receipt in it', () => {
    const file = pdf.at(pdf.catalog, 'AF').dictionary
    expect(file).toContain('/AFRelationship /Data')
    expect(file).toContain('/UF (receipt.json)')
    const embedded = pdf.at(file, 'F')
    expect(embedded.dictionary).toContain('/Subtype /application#2Fjson')
    expect(embedded.dictionary).toContain('/ModDate (D:20261120120512Z)')
    expect(embedded.stream.toString()).toBe(bundleReceipt.json)
  })

  it('embeds the glyphs that it uses, each mapped to its character', () => {
    const fonts = pdf.all('/Type /FontDescriptor').map(({ dictionary }) => dictionary)
    expect(fonts).toHaveLength(3)
    for (const font of fonts) {
      expect(font).toMatch(/\/FontName \/[A-Z]{6}\+Roboto-/)
      expect(font).toContain('/FontFile2')
    }
    expect(pdf.all('/Subtype /Type0').map(({ dictionary }) => dictionary)).toEqual(
      fonts.map(() => expect.stringContaining('/ToUnicode')),
    )
  })

  it('writes names with letters of further languages in a font that has them', async () => {
    const wide = new ReadPdf(await writePdf({ ...bundleReceipt, text: 'Bɔlingɔ Ɗanlami, Ŵasi' }))
    const fonts = wide.all('/Type /FontDescriptor').map(({ dictionary }) => dictionary)
    expect(fonts.filter((font) => font.includes('+NotoSans-Regular'))).toHaveLength(1)
    expect(fonts).toHaveLength(4)
  })

  it('runs no script, and leads nowhere', () => {
    expect(pdf.all('/JavaScript')).toEqual([])
    expect(pdf.all('/Annot')).toEqual([])
  })

  it('stays on one page, however long its texts', async () => {
    const long = 'A very long description of a bundle '.repeat(40)
    const rows = Array.from({ length: 14 }, (_, at) => ({ term: `Term ${at} ${long}`, value: long }))
    const many = new ReadPdf(await writePdf({ ...bundleReceipt, rows, text: long.slice(0, 300) }))
    expect(many.all('/Type /Page\n')).toHaveLength(1)
  })

  it.skipIf(lacks('qpdf'))('has no error of syntax (needs qpdf)', () => {
    expect(ask('qpdf', ['--check'])).toContain('No syntax or stream encoding errors found')
  })

  it.skipIf(lacks('pdfinfo'))('is one tagged page of A4 (needs pdfinfo)', () => {
    expect(ask('pdfinfo', []).split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Title: +Receipt NYA-7K4P-29XD$/),
        expect.stringMatching(/^Tagged: +yes$/),
        expect.stringMatching(/^Pages: +1$/),
        expect.stringMatching(/^Page size: .*\(A4\)$/),
        expect.stringMatching(/^JavaScript: +no$/),
      ]),
    )
  })

  it.skipIf(lacks('pdftotext'))('gives its texts in all languages (needs pdftotext)', async () => {
    const text = 'Ŵanthu, reçu, où, œuvre, ng’ombe – 2 850 \u{1F600}'
    const of = await writePdf({ ...bundleReceipt, text })
    const shown = ask('pdftotext', ['-layout'], { of, more: ['-'] })
    expect(shown.replaceAll('\u00a0', ' ')).toContain('Ŵanthu, reçu, où, œuvre, ng’ombe – 2 850 ?')
  })
})
