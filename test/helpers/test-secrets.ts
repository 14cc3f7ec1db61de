import {createSecrets} from '#shared/secrets.ts';

/** A fixed key for tests: nothing that they store outlives them. */
export const testKey = 'a1'.repeat(32);
export const testSecrets = createSecrets(testKey);
