// The part of autocannon that is used here; the package brings no types.
declare module 'autocannon' {
  type Result = { latency: { p50: number; p99: number }; requests: { sent: number }; non2xx: number; errors: number }
  type Options = {
    url: string
    connections: number
    overallRate: number
    duration: number
    requests: { path: string; headers: Record<string, string> }[]
  }
  const run: (options: Options) => Promise<Result>
  // oxlint-disable-next-line import/no-default-export -- this is how the package exports itself
  export default run
}
