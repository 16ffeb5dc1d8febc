export const root: string
export function childEnvironment(extra?: Record<string, string>): Record<string, string | undefined>
