/// <reference path="./pdfkit.d.ts" />
import { PDFDocument } from 'pdfkit'
import type { ReceiptDocument } from '../../receipts/receipt-document.ts'
import { drawReceipt } from './draw-receipt.ts'

/** Makes a text plain enough for both the XML and the Info dictionary, which must agree. */
const plainXml = (text: string) => text.replaceAll('&', '+').replaceAll(/[<>]/g, '')

/**
 * The claim of PDF/UA-1 (ISO 14289-1, clause 5) beside that of PDF/A-3a, with the description that PDF/A requires of
 * every schema it does not know (ISO 19005-3, 6.6.2.3).
 */
const accessibilityXml = `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`

/** Writes a PDF/A-3a file with the structured receipt in it. Its dates are those of the payment. */
export async function writePdf(receipt: ReceiptDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { language, title, brand, at, json, dataDescription } = receipt
  const date = new Date(Math.floor(at / 1000) * 1000)
  const names = { Title: plainXml(title), Author: plainXml(brand), Creator: plainXml(brand) }
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { ...names, CreationDate: date, ModDate: date },
    font: '',
  })
  drawReceipt(pdf, receipt)
  pdf.appendXML(accessibilityXml)
  pdf.file(Buffer.from(json), {
    name: 'receipt.json',
    type: 'application/json',
    description: dataDescription,
    relationship: 'Data',
    creationDate: date,
    modifiedDate: date,
  })
  pdf.end()
  return new Uint8Array(Buffer.concat(await pdf.toArray()))
}
