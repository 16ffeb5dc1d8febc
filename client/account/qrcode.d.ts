// The package brings no types; only this one function is used.
declare module 'qrcode' {
  export function create(text: string): { modules: { size: number; data: Uint8Array } }
}
