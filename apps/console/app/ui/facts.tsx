export type Fact = readonly [name: string, value: string | undefined]

/** Lists names with values; unknown ones are left out. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(
      ([name, value]) =>
        value !== undefined &&
        value !== '' && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)
