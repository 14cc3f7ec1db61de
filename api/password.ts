import {argon2, randomBytes, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {createSlots} from '#shared/coordination/slots.ts';

const derive = promisify(argon2);

/** The cost of a hash; `memory` in KiB. */
export interface PasswordCost {
	memory: number;
	passes: number;
	parallelism: number;
}

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; takes about 0.1 s of one core. */
const usualCost: PasswordCost = {memory: 19_456, passes: 2, parallelism: 1};
const hashBytes = 32;

interface PasswordOptions {
	/** Passwords that may wait in each of the two queues. */
	maxWaiting?: number;
	/** Only tests may lower it. */
	cost?: PasswordCost;
	/** Milliseconds between two hashes, in which other requests get the processor. */
	pauseMs?: number;
}

/**
 * Hashes one password at a time: several at once would use all cores, and the threads that read files. Logins without a
 * known browser have their own queue, so that guesses do not delay anyone else.
 */
export interface Passwords {
	/** Like `hashPassword`. */
	hash(password: string): Promise<string>;
	/** Like `isPassword`; `isKnown` for a browser in which this user has logged in before. */
	isRight(password: string, stored: string | null, from: {isKnown: boolean}): Promise<boolean>;
}

/** Its functions throw TooMany when too many passwords wait already. */
export function createPasswords({maxWaiting = 50, cost = usualCost, pauseMs = 60}: PasswordOptions = {}): Passwords {
	const createLine = () => {
		// The one that is being hashed counts, too.
		const slots = createSlots({max: 1, maxWaiting: maxWaiting - 1});
		return async <T>(work: () => Promise<T>): Promise<T> => {
			const leave = await slots.take('anybody');
			return work().finally(() => leave(pauseMs));
		};
	};
	const [ofKnown, ofStrangers] = [createLine(), createLine()];
	return {
		hash: password => ofKnown(() => hashPassword(password, cost)),
		isRight: (password, stored, {isKnown}) => (isKnown ? ofKnown : ofStrangers)(() => isPassword(password, stored, cost)),
	};
}

/**
 * Returns `argon2id$m=…,t=…,p=…$<salt>$<hash>` in base64url. The cost is stored with the hash, so
 * that it can be raised later.
 */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
	const salt = randomBytes(16);
	return stored(cost, salt, await derive('argon2id', {message: plain(password), nonce: salt, ...cost, tagLength: hashBytes}));
}

/** A null hash is that of a user that does not exist; checking it takes as long as a wrong password. */
export async function isPassword(password: string, known: string | null, cost = usualCost): Promise<boolean> {
	const [, costs = '', salt = '', hash = ''] = (known ?? nobody(cost)).split('$');
	const [memory = cost.memory, passes = cost.passes, parallelism = cost.parallelism] = costs.split(',').map(part => Number(part.slice(2)));
	const wanted = Buffer.from(hash, 'base64url');
	const nonce = Buffer.from(salt, 'base64url');
	const found = await derive('argon2id', {message: plain(password), nonce, memory, passes, parallelism, tagLength: wanted.length});
	return timingSafeEqual(found, wanted) && known !== null;
}

function stored({memory, passes, parallelism}: PasswordCost, salt: Buffer, hash: Buffer): string {
	return `argon2id$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** A hash that no password produces. */
const nobody = (cost: PasswordCost) => stored(cost, Buffer.alloc(16), Buffer.alloc(hashBytes));

/** The same password can be typed in different Unicode compositions. */
const plain = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8');
