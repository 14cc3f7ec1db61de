import {createSecrets} from '#shared/secrets.ts';

/** A fixed key for tests: nothing that they store outlives them. */
export const testSecrets = createSecrets('a1'.repeat(32));
