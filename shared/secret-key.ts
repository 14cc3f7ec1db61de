import {randomBytes} from 'node:crypto';
import {readFileSync, statSync} from 'node:fs';
import {link, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Unavailable} from './errors.ts';
import {settleFolder} from './files/folders.ts';

export const isSecretKey = (text: string) => /^[\da-f]{64}$/i.test(text);

/**
 * The key that encrypts stored secrets: the configured one, or the one in `DATA_DIR/secret.key`, created on first
 * start. If several processes create it at once, the first file wins.
 */
export async function loadSecretKey(configured: string | null, dataDir: string): Promise<string> {
	if (configured) {
		return configured;
	}
	const file = keyFile(dataDir);
	const stored = await readKeyFile(file);
	if (stored) {
		return stored;
	}
	await mkdir(dataDir, {recursive: true, mode: 0o700});
	const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
	await writeDraft(fresh, randomBytes(32).toString('hex'));
	await link(fresh, file).catch(error => {
		if (error.code !== 'EEXIST') {
			throw error;
		}
	});
	await rm(fresh, {force: true});
	await settleFolder(dataDir);
	const key = await readKeyFile(file);
	if (!key) {
		throw new Unavailable('no_secret_key', noKey(file));
	}
	return key;
}

/** One line if `DATA_DIR/secret.key` exists and is no key. */
export function findKeyFault(dataDir: string): string | null {
	const file = keyFile(dataDir);
	try {
		const stat = statSync(file, {throwIfNoEntry: false});
		if (!stat) {
			return null;
		}
		return stat.isFile() && isSecretKey(readFileSync(file, 'utf8').trim()) ? null : noKey(file);
	} catch (error) {
		return `${file} cannot be read by this user (${(error as NodeJS.ErrnoException).code}). Give it to this user.`;
	}
}

const noKey = (file: string) =>
	`${file} is not a key of 64 hexadecimal digits. Put the right one back, or remove the file to make a new one: stored secrets must then be entered anew.`;

export const keyFile = (dataDir: string) => join(dataDir, 'secret.key');

/** The key in a file; null if there is none. */
export async function readKeyFile(file: string): Promise<string | null> {
	try {
		const text = (await readFile(file, 'utf8')).trim();
		return isSecretKey(text) ? text : null;
	} catch {
		return null;
	}
}

/** Puts a key into a file. A reader sees the old content or the new one, whatever happens meanwhile. */
export async function writeKeyFile(file: string, key: string): Promise<void> {
	const draft = `${file}.${process.pid}.new`;
	await rm(draft, {force: true});
	await writeDraft(draft, key);
	await rename(draft, file);
	await settleFolder(dirname(file));
}

async function writeDraft(path: string, key: string): Promise<void> {
	await writeFile(path, `${key}\n`, {mode: 0o600, flag: 'wx', flush: true});
}
