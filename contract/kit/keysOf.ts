/** The keys of a list that is declared and has at least one, as their own type. */
export const keysOf = <Key extends string>(list: Readonly<Record<Key, unknown>>): [Key, ...Key[]] =>
  Object.keys(list) as [Key, ...Key[]] // border: the keys of the list
