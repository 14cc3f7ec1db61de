import {createCipheriv, createDecipheriv, createHmac, randomBytes} from 'node:crypto';
import {Unavailable} from './errors.ts';

/**
 * Encrypts with AES-256-GCM. `context` names where the value is stored (`indexers/apiKey/<id>`): one that was moved to
 * another context does not open there.
 */
export interface Secrets {
	/** Returns `v2.<key id>.<iv>.<tag>.<cipher text>`, the last three in base64url. */
	seal(content: string | Uint8Array, context: string): string;
	/** Throws Unavailable `secret_unreadable` for another key, and for another context. */
	open(sealed: string, context: string): string;
	openBytes(sealed: string, context: string): Buffer;
	/** Was the value sealed with the current key? Anything else is to be sealed again. */
	isCurrent(sealed: string): boolean;
}

/** Replies show this instead of a stored secret; a client that sends it back keeps the stored one. */
export const maskedSecret = '********';

const form = /^v2\.[\w.-]{24,}$/;

/** Tells a sealed value from a plain one; a collection may have both. */
export function isSealed(value: unknown): value is string {
	return typeof value === 'string' && form.test(value);
}

/** A shorter tag is easier to forge, and Node accepts one of 4 bytes unless told otherwise. */
const tagBytes = 16;

interface Key {
	id: string;
	bytes: Buffer;
}

/**
 * Each key is 64 hexadecimal digits. Values are sealed with `key`, and open with `previous` too while the key is being
 * changed.
 */
export function createSecrets(key: string, previous: string | null = null): Secrets {
	const current = toKey(key);
	const keys = previous ? [current, toKey(previous)] : [current];

	function openBytes(sealed: string, context: string): Buffer {
		const [, id, ...parts] = sealed.split('.');
		try {
			return decrypt(parts, {key: keys.find(each => each.id === id) ?? current, context});
		} catch (cause) {
			throw new Unavailable(
				'secret_unreadable',
				'A stored secret cannot be read: it was encrypted with another SECRET_KEY. Restore the key, or enter the secret again.',
				{cause},
			);
		}
	}

	return {
		seal(content, context) {
			const iv = randomBytes(12);
			const cipher = createCipheriv('aes-256-gcm', current.bytes, iv, {authTagLength: tagBytes}).setAAD(Buffer.from(context));
			const plain = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
			const body = Buffer.concat([cipher.update(plain), cipher.final()]);
			return ['v2', current.id, ...[iv, cipher.getAuthTag(), body].map(part => part.toString('base64url'))].join('.');
		},
		open: (sealed, context) => openBytes(sealed, context).toString('utf8'),
		openBytes,
		isCurrent: sealed => sealed.startsWith(`v2.${current.id}.`),
	};
}

function toKey(hex: string): Key {
	const bytes = Buffer.from(hex, 'hex');
	return {bytes, id: createHmac('sha256', bytes).update('kinoteka key id').digest('base64url').slice(0, 8)};
}

function decrypt([iv = '', tag = '', body = '']: readonly string[], {key, context}: {key: Key; context: string}): Buffer {
	const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url'), {authTagLength: tagBytes});
	decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64url'));
	return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]);
}
