import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Backups } from './backup/startBackups.ts'
import type { Bank } from './bank/bank.ts'
import type { Database } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Replica } from './replica.ts'
import type { LogServer } from './sendLog.ts'
import type { Traces } from './traces.ts'
import type { VirusScanner } from './web/virusScanner.ts'

/** What the program runs on, made once at start and handed to every handler. Tests make their own. */
export type House = {
  db: Database
  /** A copy that only reads, where the operator has one. */
  replica?: Replica
  config: Config
  jobs: Jobs
  bank: Bank
  log: Logger
  /** Another machine that keeps the log, where the operator has one. */
  logServer?: LogServer
  /** Where spans go, where an operator wants them. */
  traces?: Traces
  backups?: Backups
  /** What scans files that come, where an operator has one. */
  scanner?: VirusScanner
}

/** The house for work that no call waits for, over connections of its own. */
export const backgroundHouse = (house: House): House => ({ ...house, db: house.db.aside })
