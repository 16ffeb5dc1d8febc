import type { farmers as english } from '../en/farmers.ts'

export const farmers: typeof english = {}
