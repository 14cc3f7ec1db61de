import {readFile, rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

/** How the last restore that was asked for on the page ended. */
export interface RestoreOutcome {
	/** The name of the backup. */
	name: string;
	at: string;
	/** Why nothing was restored; null if all was well. */
	error: string | null;
}

/** What an API tells the process that started it. */
export interface RestoreMessage {
	/** The folder of a backup, which is to be restored. */
	restore: string;
}

export const isRestoreMessage = (message: unknown): message is RestoreMessage =>
	typeof message === 'object' && message !== null && 'restore' in message && typeof message.restore === 'string';

/** Not in the database, which a restore replaces. */
const fileIn = (dataDir: string) => join(dataDir, 'last-restore.json');

export async function writeRestoreOutcome(dataDir: string, outcome: RestoreOutcome): Promise<void> {
	const file = fileIn(dataDir);
	await writeFile(`${file}.new`, JSON.stringify(outcome), {mode: 0o600});
	await rename(`${file}.new`, file);
}

export async function readRestoreOutcome(dataDir: string): Promise<RestoreOutcome | null> {
	try {
		const {name, at, error} = JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
		return typeof name === 'string' && Number.isFinite(Date.parse(at)) ? {name, at, error: typeof error === 'string' ? error : null} : null;
	} catch {
		return null;
	}
}
