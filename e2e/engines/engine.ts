/** A browser with one page, as far as the journeys need it. */
export interface Engine {
  open(url: string): Promise<void>
  /** Returns the value of an expression in the page, as JSON; also where the page's own scripts are off. */
  evaluate(expression: string): Promise<unknown>
  /** Presses at a point of the window, in CSS pixels. */
  press(x: number, y: number): Promise<void>
  /** Types key by key into what has the focus. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

export interface EngineOptions {
  readonly isScripted: boolean
  /** Finds a free port. */
  readonly port: number
}

export interface InstalledEngine {
  readonly name: string
  /** The Debian packages that are missing on this machine. */
  readonly missing: readonly string[]
  start(options: EngineOptions): Promise<Engine>
}

/** The width of a phone. */
export const window = { width: 360, height: 740 } as const

/** The actions of the W3C, which WebDriver (https://www.w3.org/TR/webdriver2/#actions) and WebDriver BiDi share. */
export const pressActions = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'finger',
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

export const typeActions = (text: string) => [
  {
    type: 'key',
    id: 'keys',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
]
