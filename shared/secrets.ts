import {createCipheriv, createDecipheriv, randomBytes} from 'node:crypto';
import {Unavailable} from './errors.ts';

export interface Secrets {
	/** Encrypts a text to `v1.<iv>.<tag>.<cipher text>` in base64url, with AES-256-GCM. */
	seal(text: string): string;
	/** Decrypts the text. Throws Unavailable `secret_unreadable` when it was encrypted with another key. */
	open(sealed: string): string;
}

/** Replies show this instead of a stored secret; a client that sends it back keeps the stored one. */
export const maskedSecret = '********';

/** A shorter tag is easier to forge, and Node takes one of 4 bytes if it is not told otherwise. */
const tagBytes = 16;

/** `key` is 64 hexadecimal digits. */
export function createSecrets(key: string): Secrets {
	const bytes = Buffer.from(key, 'hex');
	return {
		seal(text) {
			const iv = randomBytes(12);
			const cipher = createCipheriv('aes-256-gcm', bytes, iv);
			const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
			return ['v1', iv.toString('base64url'), cipher.getAuthTag().toString('base64url'), body.toString('base64url')].join('.');
		},
		open(sealed) {
			const [, iv = '', tag = '', body = ''] = sealed.split('.');
			try {
				const decipher = createDecipheriv('aes-256-gcm', bytes, Buffer.from(iv, 'base64url'), {authTagLength: tagBytes});
				decipher.setAuthTag(Buffer.from(tag, 'base64url'));
				return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
			} catch (cause) {
				throw new Unavailable(
					'secret_unreadable',
					'A stored secret cannot be read: it was encrypted with another SECRET_KEY. Restore the key, or enter the secret again.',
					{cause},
				);
			}
		},
	};
}
