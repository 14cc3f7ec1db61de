/**
 * Redis key that exists as long as somebody waits for the answer to an asked job. Redis itself lets it expire, so the
 * clocks of the caller and the worker do not matter.
 */
export const callerKey = (prefix: string, jobId: string) => `${prefix}:asked:${jobId}`;
