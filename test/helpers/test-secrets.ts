import {createCipheriv} from 'node:crypto';
import {createSecrets} from '#shared/secrets.ts';

/** A fixed key for tests: nothing that they store outlives them. */
export const testKey = 'a1'.repeat(32);
export const testSecrets = createSecrets(testKey);

/** A text as earlier versions sealed it: without a place and without the id of the key. */
export function sealedBefore(text: string): string {
	const iv = Buffer.alloc(12, 7);
	const cipher = createCipheriv('aes-256-gcm', Buffer.from(testKey, 'hex'), iv);
	const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return ['v1', ...[iv, cipher.getAuthTag(), body].map(part => part.toString('base64url'))].join('.');
}
