export const uploads = {}
