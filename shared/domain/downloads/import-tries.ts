/** The `retryAt` of an item that is not retried by itself: only a person can start it again. */
export const untilPerson = new Date('9999-12-31T00:00:00Z');
