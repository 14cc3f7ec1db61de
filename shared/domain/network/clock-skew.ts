/**
 * Milliseconds by which the clocks of two hosts may differ without being wrong. What lies further in the future than it
 * can was set under a wrong clock.
 */
export const clockSkewMs = 120_000;
