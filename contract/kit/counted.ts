/** How many of something, in English: 1 farmer, 2 farmers, 1,250 deliveries. A number that is written out already stays as it is. */
export const counted = (count: number | bigint | string, one: string, many = `${one}s`): string =>
  `${typeof count === 'string' ? count : count.toLocaleString('en')} ${String(count) === '1' ? one : many}`
