import { Worker } from 'node:worker_threads'

// Measured: without a limit for young objects the thread keeps garbage longer than the promise of 256 MB allows.
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 }
const idle = new Map<string, Worker[]>()

/**
 * A thread that runs the file and waits for a task; one that has served before, if there is one. Threads are kept because
 * loading the modules takes longer than checking a small file, and because Node can crash when threads that strip types
 * come and go (nodejs/node#64500).
 */
export function acquireThread(file: URL): Worker {
  const thread = idle.get(file.href)?.pop() ?? new Worker(file, { resourceLimits })
  thread.removeAllListeners()
  thread.ref()
  return thread
}

/** Keeps a thread that has ended its task well for the next one. A thread that failed is simply not released. */
export function releaseThread(file: URL, thread: Worker): void {
  const idleThreads = idle.get(file.href) ?? []
  idle.set(file.href, idleThreads)
  thread.removeAllListeners()
  thread.unref()
  const forget = () => {
    const at = idleThreads.indexOf(thread)
    if (at !== -1) idleThreads.splice(at, 1)
  }
  thread.once('error', forget)
  thread.once('exit', forget)
  idleThreads.push(thread)
}

/** True when a thread ended because its task needed more memory than an upload may use. */
export const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
