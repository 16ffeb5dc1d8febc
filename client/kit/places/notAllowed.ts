/** Thrown by a route that the user's permissions do not open. */
export class NotAllowed extends Error {}
