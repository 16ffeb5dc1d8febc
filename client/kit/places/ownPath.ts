/** Where somebody comes from, if that is a path of this site: a foreign address would not start with a single slash. */
export const ownPath = (from: string | undefined): string => (from && /^\/(?![/\\])/.test(from) ? from : '/')
