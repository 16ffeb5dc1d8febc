/**
 * Stands for zod in the contract as browsers load it (vite.config.ts): the server alone reads by the schemas of calls,
 * so that browsers need neither the library nor the time to build some hundred of them. Whatever is asked of it is it
 * again; only reading by it fails, loudly. Rules that forms read by are fields, and those import the real zod.
 */
export const z: unknown = new Proxy(() => {}, {
  get: (_, name) => {
    if (typeof name === 'symbol' || /parse/i.test(name)) throw new Error(`The browser has no schemas: ${String(name)}`)
    return z
  },
  apply: () => z,
})
