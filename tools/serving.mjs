// How the server is run, wherever it is started from.

/** Options of Node: left to itself it sets twice as much aside for what has just been made. */
export const serverOptions = ['--max-semi-space-size=16']

/**
 * Variables for the C library of Linux: what a password or a file took is given back, instead of being kept for the next one in a heap
 * for each thread. What the environment says already stays.
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** For programs of ours that are to know nothing of what is set here: where to find others, and what has been compiled before. */
export const bareEnvironment = () => ({ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE })
