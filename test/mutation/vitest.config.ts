import { defineConfig } from 'vitest/config'

/** The tests that need no database, for mutants: the whole of them runs for each. */
export default defineConfig({ test: { include: ['contract/kit/*.test.ts'], pool: 'threads' } })
