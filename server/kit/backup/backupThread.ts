import { parentPort, workerData } from 'node:worker_threads'
import { keepBackups, type BackupPlan } from './keepBackups.ts'

// A thread of its own: compressing and sealing a whole database must not keep a request waiting.
const stopping = new AbortController()
parentPort?.on('message', () => stopping.abort())
await keepBackups(workerData as BackupPlan, (stand) => parentPort?.postMessage(stand), stopping.signal)
parentPort?.close()
