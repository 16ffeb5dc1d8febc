import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Backups } from './backup/startBackups.ts'
import type { Bank } from './bank/bank.ts'
import type { Database } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Replica } from './replica.ts'
import type { Traces } from './traces.ts'

/** What the program runs on, made once at start and handed to every handler. Tests make their own. */
export type House = {
  db: Database
  /** A copy that only reads, where the operator has one. */
  replica?: Replica
  config: Config
  jobs: Jobs
  bank: Bank
  log: Logger
  /** Where spans go, where an operator wants them. */
  traces?: Traces
  backups?: Backups
}

/** The house for work that no call waits for, over connections of its own. */
export const backgroundHouse = (house: House): House => ({ ...house, db: house.db.aside })
