export type Fact = readonly [name: string, value: string | undefined]

/** Names and values; what is unknown is left out. */
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
