import type { ReceiptLogo } from '../../receipts/receipt-document.ts'
import { inks, type Paper, page } from './paper.ts'

const markSize = 104
const markLeft = page.right - markSize - 4
const bandHeight = 40

/** Draws the sky with its risen sun, the waterline, and the water with the reflection. Returns where the water ends. */
export function drawBackground(paper: Paper, headEnds: number, sign: 'tick' | 'return'): number {
  const { main, tint, glow, band, accent, onAccent } = paper.colours
  const water = headEnds + 3
  paper.decorate((pdf) => {
    pdf.rect(0, 0, page.width, headEnds).fill(tint)
    pdf.rect(0, headEnds - 8, page.width, 8).fill(glow)
    pdf.rect(0, headEnds, page.width, 3).fill(main)
    pdf.rect(0, water, page.width, bandHeight).fill(band)
    const [x, y] = [markLeft + markSize / 2, headEnds - 8 - markSize / 2 - 8]
    pdf.circle(x, y, markSize / 2).fill(accent)
    pdf
      .save()
      .translate(x, y)
      .scale(markSize / 24 / 1.8)
    pdf.path(signs[sign]).lineWidth(2.6).lineJoin('round').stroke(onAccent)
    pdf.restore()
    for (const [share, at, middle] of dashes)
      pdf.rect(markLeft + markSize * (middle - share / 2), water + at, markSize * share, 4).fill(accent)
  })
  return water + bandHeight
}

/** The signs around the middle of a grid of 24. */
const signs = { tick: 'M-8 0.5l5.5 5.5L8-6', return: 'M-4.5-7.5L-9-3l4.5 4.5M-9-3H3a5 5 0 0 1 0 10h-6' } as const

const dashes = [
  [0.78, 8, 0.5],
  [0.52, 18, 0.47],
  [0.24, 28, 0.51],
] as const

const logoSize = 26

/** Draws the logo at the left edge. Returns where its words begin. */
export function drawLogo(paper: Paper, { viewBox, paths }: ReceiptLogo, y: number): number {
  const [left = 0, top = 0, width = 1, height = 1] = viewBox.split(' ').map(Number)
  const scale = logoSize / height
  paper.decorate((pdf) => {
    pdf.save().translate(page.left, y).scale(scale).translate(-left, -top)
    for (const { d, fill, stroke, strokeWidth = 1 } of paths) {
      if (fill !== undefined) pdf.path(d).fill(inkOf(fill))
      if (stroke !== undefined) pdf.path(d).lineWidth(strokeWidth).stroke(inkOf(stroke))
    }
    pdf.restore()
  })
  return page.left + width * scale + 8
}

const inkOf = (colour: string) => (colour === 'text' ? inks.ink : colour)

/** Draws a panel that looks torn off below, like a paper receipt. */
export function drawTornPanel(paper: Paper, box: Box): void {
  const wave = 24
  const waves = Math.floor(box.width / wave)
  const step = box.width / waves
  const bottom = box.y + box.height
  paper.decorate((pdf) => {
    pdf.rect(box.x, box.y, box.width, box.height).fill(inks.shore)
    pdf.moveTo(box.x, bottom - 0.5)
    for (let at = 0; at < waves; at++) {
      const x = box.x + at * step
      pdf.quadraticCurveTo(x + step / 4, bottom + 5, x + step / 2, bottom + 1)
      pdf.quadraticCurveTo(x + (step * 3) / 4, bottom - 3, x + step, bottom + 1)
    }
    pdf.lineTo(box.x + box.width, bottom - 0.5).fill(inks.shore)
    pdf.rect(box.x, box.y, box.width, 3).fill(paper.colours.main)
  })
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function drawRule(paper: Paper, { x, y, width }: Omit<Box, 'height'>, look: 'row' | 'total' = 'row'): void {
  const [thick, colour] = look === 'row' ? [0.75, inks.rule] : [1.25, inks.ink]
  paper.decorate((pdf) => pdf.rect(x, y, width, thick).fill(colour))
}

/** Draws a white tag with a tick at the left edge. Returns where its words begin. */
export function drawTag(paper: Paper, box: Box): number {
  paper.decorate((pdf) => {
    pdf.roundedRect(box.x, box.y, box.width, box.height, 3).fill(inks.paper)
    pdf
      .save()
      .translate(box.x + 12, box.y + box.height / 2)
      .scale(0.5)
    pdf.path(signs.tick).lineWidth(3.4).stroke(inks.ok)
    pdf.restore()
  })
  return box.x + 22
}

/** A note: a quiet panel with an edge. */
export function drawNote(paper: Paper, box: Box): void {
  paper.decorate((pdf) => {
    pdf.rect(box.x, box.y, box.width, box.height).fill(inks.shore)
    pdf.rect(box.x, box.y, 4, box.height).fill(paper.colours.main)
  })
}
