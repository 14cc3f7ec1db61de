import {randomBytes} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {Invalid} from '#shared/errors.ts';
import {makeFolder} from '#shared/files/make-folder.ts';
import {isSecretKey, keyFile, readKeyFile, writeKeyFile} from '#shared/secret-key.ts';

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

/** If there are a previous key and another one of today, a change was interrupted, and its keys are returned. */
export async function readKeys({dataDir, configured, wanted}: WantedKey): Promise<KeyPair> {
	const {file, previous} = filesOf(dataDir);
	const [current, unfinished] = await Promise.all([readKeyFile(file), readKeyFile(previous)]);
	if (unfinished && current && current !== unfinished) {
		if (wanted !== null && wanted !== current) {
			throw new Invalid(
				'unfinished_key_change',
				`An earlier change to the key in ${file} was interrupted. Run this again without --key-file to end it.`,
			);
		}
		return {oldKey: unfinished, newKey: current, isUnfinished: true};
	}
	// A change that ended before it wrote its new key has sealed nothing with it.
	const oldKey = unfinished ?? configured ?? current;
	if (!oldKey) {
		throw new Invalid('no_secret_key', `There is no key to change: ${file} is missing and SECRET_KEY is not set.`);
	}
	if (wanted !== null && (!isSecretKey(wanted) || wanted === oldKey)) {
		const message = '--key-file must name a file with another key, of 64 hexadecimal digits. Without it one is generated.';
		throw new Invalid('invalid_secret_key', message);
	}
	return {oldKey, newKey: wanted ?? randomBytes(32).toString('hex'), isUnfinished: false};
}

/** Puts the new key into `DATA_DIR/secret.key`, and keeps the old one as `secret.key.previous`. */
export async function beginWithFiles(dataDir: string, {oldKey, newKey}: KeyPair): Promise<void> {
	const {file, previous} = filesOf(dataDir);
	await makeFolder(dataDir, 0o700);
	if ((await readKeyFile(file)) !== oldKey) {
		// Nobody uses it, and after an interruption it would be taken for the new one.
		await rm(file, {force: true});
	}
	await writeKeyFile(previous, oldKey);
	await writeKeyFile(file, newKey);
}

/** Nothing is sealed with the old key any more. */
export async function endWithFiles(dataDir: string): Promise<void> {
	await rm(filesOf(dataDir).previous, {force: true});
}

function filesOf(dataDir: string): {file: string; previous: string} {
	const file = keyFile(dataDir);
	return {file, previous: `${file}.previous`};
}
