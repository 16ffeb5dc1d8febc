// Read before a program of ours with --import: its clock, and that of its threads, runs ahead by CHAOS_AHEAD_MS. An order that
// went astray counts as never received after fifteen minutes, and nobody wants to wait for them.
const ahead = Number(process.env['CHAOS_AHEAD_MS'] ?? 0)
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + ahead] : args, newTarget),
  get: (target, name) => (name === 'now' ? () => target.now() + ahead : Reflect.get(target, name)),
})
