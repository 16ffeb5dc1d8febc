export const farmers = {}
