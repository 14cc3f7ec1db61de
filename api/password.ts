import {argon2, randomBytes, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {createTurns} from './http/limits/turns.ts';

const derive = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; takes about 0.1 s of one core. */
const cost = {memory: 19_456, passes: 2, parallelism: 1, tagLength: 32};

/** In each of the two lines. */
const defaultMaxWaiting = 50;
/** Milliseconds in which nobody's password takes the processor from other requests. */
const restMs = 60;

/**
 * Hashes one password at a time: several at once take all cores, and the threads that read files. Strangers have a line
 * of their own, so that their guesses keep nobody else waiting.
 */
export interface Passwords {
	/** As `hashPassword`. */
	hash(password: string): Promise<string>;
	/** As `isPassword`; `isKnown` for a browser in which this user has logged in before. */
	isRight(password: string, stored: string | null, from: {isKnown: boolean}): Promise<boolean>;
}

/** Its functions throw TooMany when too many passwords wait already. */
export function createPasswords(maxWaiting = defaultMaxWaiting): Passwords {
	const [ofKnown, ofStrangers] = [createTurns(maxWaiting, {restMs}), createTurns(maxWaiting, {restMs})];
	return {
		hash: password => ofKnown(() => hashPassword(password)),
		isRight: (password, stored, {isKnown}) => (isKnown ? ofKnown : ofStrangers)(() => isPassword(password, stored)),
	};
}

/**
 * Returns `argon2id$m=…,t=…,p=…$<salt>$<hash>` in base64url. The cost is stored with the hash, so
 * that it can be raised later.
 */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(16);
	const hash = await derive('argon2id', {message: plain(password), nonce: salt, ...cost});
	return `argon2id$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** A null hash stands for a user that does not exist; checking it takes as long as a wrong password. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
	const [, costs = '', salt = '', hash = ''] = (stored ?? nobody).split('$');
	const [memory = cost.memory, passes = cost.passes, parallelism = cost.parallelism] = costs.split(',').map(part => Number(part.slice(2)));
	const wanted = Buffer.from(hash, 'base64url');
	const nonce = Buffer.from(salt, 'base64url');
	const found = await derive('argon2id', {message: plain(password), nonce, memory, passes, parallelism, tagLength: wanted.length});
	return timingSafeEqual(found, wanted) && stored !== null;
}

/** A hash that no password produces. */
const nobody = `argon2id$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;

/** The same password can be typed in different Unicode compositions. */
const plain = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8');
