import { type ChangeEventHandler, Fragment, type ReactNode } from 'react'
import { classNames } from '../format/text.ts'
import { Icon, type IconName } from './icon.tsx'
import { replaceBy } from './markup.tsx'
import { Sign, type Tone } from './notes.tsx'

/** `slide` is one row that scrolls sideways, `five` are equal short chips, and `tiles` have an icon over the text. */
type ChipLayout = 'wrap' | 'slide' | 'five' | 'tiles'

interface RadioOption {
  readonly value: string
  readonly label: string
  readonly icon?: IconName
}

interface RadioChipsProps {
  readonly legend: ReactNode
  readonly isLegendUnseen?: boolean
  readonly name: string
  readonly options: readonly RadioOption[]
  readonly defaultValue?: string
  readonly layout?: ChipLayout
  readonly onChange?: ChangeEventHandler<HTMLInputElement>
}

export function RadioChips(props: RadioChipsProps) {
  const { legend, isLegendUnseen = false, name, options, defaultValue, layout = 'wrap', onChange } = props
  return (
    <fieldset className="field">
      <legend className={isLegendUnseen ? 'unseen' : undefined}>{legend}</legend>
      <div className={classNames('chips', layout !== 'wrap' && layout)}>
        {options.map(({ value, label, icon }) => (
          <Fragment key={value}>
            <label className="chip">
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === defaultValue}
                onChange={onChange}
              />{' '}
              <span className="face">
                {icon !== undefined && <Icon name={icon} />}
                {label}
              </span>
            </label>{' '}
          </Fragment>
        ))}
      </div>
    </fieldset>
  )
}

export interface LinkChip {
  readonly href: string
  readonly label: string
  readonly isCurrent?: boolean
  /** Called in place of following the link, where script runs. */
  readonly onPick?: () => void
}

interface LinkChipsProps {
  readonly label: string
  readonly links: readonly LinkChip[]
  readonly layout?: ChipLayout
}

/** The chips filter by address: they work without script, and stay on the page with it. */
export function LinkChips({ label, links, layout = 'wrap' }: LinkChipsProps) {
  return (
    <nav aria-label={label}>
      <ul className={classNames('chips', layout !== 'wrap' && layout)}>
        {links.map(({ href, label: name, isCurrent = false, onPick }) => (
          <li key={href}>
            <a
              className="face"
              href={href}
              aria-current={isCurrent ? 'true' : undefined}
              onClick={onPick && replaceBy(onPick)}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ButtonChipsProps {
  readonly label: string
  readonly name: string
  readonly options: readonly Omit<RadioOption, 'icon'>[]
  /** A press submits `name=value` without it, or before the script has loaded. */
  readonly onPick?: (value: string) => void
  readonly layout?: ChipLayout
}

/** Quick choices that fill a field. */
export function ButtonChips({ label, name, options, onPick, layout = 'five' }: ButtonChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons are shortcuts to one field, not fields of their own
    <div className={classNames('chips', layout !== 'wrap' && layout)} role="group" aria-label={label}>
      {options.map(({ value, label: word }) => (
        <Fragment key={value}>
          <button
            className="face"
            name={name}
            value={value}
            type="submit"
            onClick={(event) => {
              if (onPick === undefined) return
              event.preventDefault()
              onPick(value)
            }}
          >
            {word}
          </button>{' '}
        </Fragment>
      ))}
    </div>
  )
}

interface CheckProps {
  readonly id: string
  readonly value: string
  readonly label: string
}

/** A box to tick, with its text beside it. */
export function Check({ id, value, label }: CheckProps) {
  return (
    <div className="field">
      <label className="tick" htmlFor={id}>
        <input id={id} name={id} type="checkbox" value={value} />
        <span>{label}</span>
      </label>
    </div>
  )
}

interface ChoicesProps {
  readonly legend: string
  readonly name: string
  readonly options: readonly Pick<RadioOption, 'value' | 'label'>[]
}

/** Choices one below the other, each with a whole sentence. The first one is chosen. */
export function Choices({ legend, name, options }: ChoicesProps) {
  return (
    <fieldset className="field">
      <legend className="unseen">{legend}</legend>
      {options.map(({ value, label }, at) => (
        <div key={value}>
          <label className="tick">
            <input name={name} type="radio" value={value} defaultChecked={at === 0} /> <span>{label}</span>
          </label>
        </div>
      ))}
    </fieldset>
  )
}

interface TagProps {
  readonly tone?: Tone
  readonly sign?: string
  /** The chip is above a heading in the page hero, and names the state of a payment. */
  readonly isState?: boolean
  readonly children: ReactNode
}

export function Tag({ tone = 'info', sign, isState = false, children }: TagProps) {
  return (
    <span className={classNames('tag', tone !== 'info' && tone, isState && 'state')}>
      {sign !== undefined && <Sign path={sign} />}
      {children}
    </span>
  )
}
