import type { lists as english } from '../en/lists.ts'

export const lists: typeof english = {}
