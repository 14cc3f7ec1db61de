import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {link, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Unavailable} from './errors.ts';

const wellFormed = /^[\da-f]{64}$/i;

/**
 * The key that encrypts stored secrets: the configured one, or the one in `DATA_DIR/secret.key`, created on first
 * start. If several processes create it at once, the first file wins.
 */
export async function loadSecretKey(configured: string | null, dataDir: string): Promise<string> {
	if (configured) {
		return configured;
	}
	const file = keyFile(dataDir);
	const stored = await readKey(file);
	if (stored) {
		return stored;
	}
	await mkdir(dataDir, {recursive: true, mode: 0o700});
	const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
	await writeFile(fresh, `${randomBytes(32).toString('hex')}\n`, {mode: 0o600, flag: 'wx', flush: true});
	await link(fresh, file).catch(error => {
		if (error.code !== 'EEXIST') {
			throw error;
		}
	});
	await rm(fresh, {force: true});
	const key = await readKey(file);
	if (!key) {
		throw new Unavailable('no_secret_key', noKey(file));
	}
	return key;
}

/** One line if `DATA_DIR/secret.key` exists and is no key. */
export function findKeyFault(dataDir: string): string | null {
	const file = keyFile(dataDir);
	try {
		return wellFormed.test(readFileSync(file, 'utf8').trim()) ? null : noKey(file);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EACCES' ? `${file} cannot be read by this user. Give it to this user.` : null;
	}
}

const noKey = (file: string) =>
	`${file} is no key of 64 hexadecimal digits. Put the right one back, or remove the file to make a new one: stored secrets must then be entered anew.`;

/** The key in `DATA_DIR/secret.key`; null if there is none. */
export function readSecretKey(dataDir: string): Promise<string | null> {
	return readKey(keyFile(dataDir));
}

export const keyFile = (dataDir: string) => join(dataDir, 'secret.key');

async function readKey(file: string): Promise<string | null> {
	try {
		const text = (await readFile(file, 'utf8')).trim();
		return wellFormed.test(text) ? text : null;
	} catch {
		return null;
	}
}
