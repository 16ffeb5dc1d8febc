/** A reason why the program cannot start, as one sentence for the person who runs it: print its message, no stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
