import {randomBytes} from 'node:crypto';
import {chmod, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Invalid} from '#shared/errors.ts';

export interface KeyPair {
	oldKey: string;
	newKey: string;
	/** An earlier change to this key was interrupted. */
	isUnfinished: boolean;
}

export interface WantedKey {
	dataDir: string;
	/** The key of today: SECRET_KEY, or null for the one in DATA_DIR. */
	configured: string | null;
	/** The key to change to; null for a generated one. */
	wanted: string | null;
}

const wellFormed = /^[\da-f]{64}$/i;

/** If there are a previous key and another one of today, a change was interrupted, and its keys are returned. */
export async function readKeys({dataDir, configured, wanted}: WantedKey): Promise<KeyPair> {
	const {file, previous} = filesOf(dataDir);
	const [current, unfinished] = await Promise.all([readKey(file), readKey(previous)]);
	if (unfinished && current && current !== unfinished) {
		if (wanted && wanted !== current) {
			throw new Invalid(
				'unfinished_key_change',
				`An earlier change to the key in ${file} was interrupted. Run this again without --key to end it.`,
			);
		}
		return {oldKey: unfinished, newKey: current, isUnfinished: true};
	}
	// A change that ended before it wrote its new key has sealed nothing with it.
	const oldKey = unfinished ?? configured ?? current;
	if (!oldKey) {
		throw new Invalid('no_secret_key', `There is no key to change: ${file} is missing and SECRET_KEY is not set.`);
	}
	if (wanted && (!wellFormed.test(wanted) || wanted === oldKey)) {
		throw new Invalid('invalid_secret_key', '--key must be another key, of 64 hexadecimal digits. Without --key one is generated.');
	}
	return {oldKey, newKey: wanted ?? randomBytes(32).toString('hex'), isUnfinished: false};
}

/** Puts the new key into `DATA_DIR/secret.key`, and keeps the old one as `secret.key.previous`. */
export async function beginWithFiles(dataDir: string, {oldKey, newKey}: KeyPair): Promise<void> {
	const {file, previous} = filesOf(dataDir);
	await mkdir(dataDir, {recursive: true});
	if ((await readKey(file)) !== oldKey) {
		// Nobody uses it, and after an interruption it would be taken for the new one.
		await rm(file, {force: true});
	}
	await replace(previous, oldKey);
	await replace(file, newKey);
}

/** Nothing is sealed with the old key any more. */
export async function endWithFiles(dataDir: string): Promise<void> {
	await rm(filesOf(dataDir).previous, {force: true});
}

function filesOf(dataDir: string): {file: string; previous: string} {
	const file = join(dataDir, 'secret.key');
	return {file, previous: `${file}.previous`};
}

/** A reader sees the old content or the new one. */
async function replace(file: string, key: string): Promise<void> {
	const fresh = `${file}.${process.pid}.new`;
	await writeFile(fresh, `${key}\n`, {mode: 0o600, flush: true});
	await chmod(fresh, 0o600);
	await rename(fresh, file);
}

async function readKey(file: string): Promise<string | null> {
	const text = await readFile(file, 'utf8').catch(() => '');
	return wellFormed.test(text.trim()) ? text.trim() : null;
}
