/** The CSP nonce that the server wrote into the page. */
export const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
