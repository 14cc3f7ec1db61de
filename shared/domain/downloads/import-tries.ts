/** `retryAt` of an item that only a person starts again. */
export const untilPerson = new Date('9999-12-31T00:00:00Z');
