export const serverOptions: readonly string[]
export const serverEnvironment: Readonly<Record<string, string>>
export function bareEnvironment(): { PATH: string | undefined; NODE_COMPILE_CACHE: string | undefined }
