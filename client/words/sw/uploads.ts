import type { uploads as english } from '../en/uploads.ts'

export const uploads: typeof english = {}
