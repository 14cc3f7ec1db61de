import {constants, createWriteStream} from 'node:fs';
import {copyFile, open, readFile, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {Transform} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {type Entry, openPromise, type ZipFile} from 'yauzl';
import {Invalid, isExpected} from '#shared/errors.ts';
import {throwIfHarmful} from '../packages/read-zip.ts';
import {unusable} from '../packages/update-package.ts';
import {arrProgramIds, arrPrograms} from './programs.ts';

/** A file that somebody gave, which may have another name on our disk. */
export interface GivenFile {
	path: string;
	name: string;
}

/** A database in a folder of ours, with what belongs to it. */
export interface UnpackedSource {
	database: string;
	/** Its log or journal lies beside it. */
	hasLog: boolean;
	/** It comes from a backup, which is whole. */
	isBackup: boolean;
	/** Text of `config.xml`, `config.yaml` or `config.ini`; empty if there is none. */
	config: string;
}

const maxEntries = 5000;
const maxConfigBytes = 1024 * 1024;
/** Bytes from which it is known what a file is. */
const headBytes = 100;
const magic = Buffer.from('SQLite format 3\0', 'latin1');
const logMagic: ReadonlySet<number> = new Set([0x377f_0682, 0x377f_0683]);
const journalMagic = Buffer.from('d9d505f920a163d7', 'hex');
const databaseNames: ReadonlySet<string> = new Set(arrProgramIds.flatMap(id => arrPrograms[id].files));
const configNames = /^config\.(?:xml|ya?ml|ini)$/i;

export const refused = (code: string, reason: string) => new Invalid(code, `The database is not taken: ${reason}.`);

/**
 * Copies a database with what belongs to it into `folder`, out of a backup or from single files. Bytes are counted as
 * they come, because what a zip says of them may be wrong. Throws Invalid `package_unusable`, `no_database_in_backup`,
 * `ambiguous_backup` and `not_a_database`.
 */
export async function unpackSource(given: readonly GivenFile[], folder: string, maxBytes: number): Promise<UnpackedSource> {
	const heads = await Promise.all(given.map(async file => ({...file, head: await headOf(file.path)})));
	const zips = heads.filter(({head}) => head.subarray(0, 2).toString('latin1') === 'PK');
	if (zips.length > 0) {
		if (given.length > 1) {
			throw refused('ambiguous_backup', 'a zip of a backup comes alone, without other files');
		}
		return unpackZip(zips[0]!.path, folder, maxBytes); // there is one
	}
	const databases = heads.filter(({head}) => isDatabase(head));
	const [found, ...others] = databases;
	if (!found) {
		throw refused('not_a_database', 'it is neither a database of SQLite nor the zip of a backup');
	}
	if (others.length > 0) {
		throw refused('ambiguous_backup', 'there are several databases. Choose one, with its own log');
	}
	const database = join(folder, 'source.db');
	await copyFile(found.path, database, constants.COPYFILE_FICLONE);
	const log = heads.find(({name, head}) => /-wal$/i.test(name) && isLog(head));
	await (log && copyFile(log.path, `${database}-wal`, constants.COPYFILE_FICLONE));
	const journal = heads.find(({name}) => /-journal$/i.test(name));
	const hasJournal = journal !== undefined && (await placeJournal(journal.path, database));
	const config = heads.find(({name}) => configNames.test(basename(name)));
	return {
		database,
		hasLog: log !== undefined || hasJournal,
		isBackup: false,
		config: config ? (await readFile(config.path, 'utf8')).slice(0, maxConfigBytes) : '',
	};
}

const isDatabase = (head: Buffer) => head.length >= headBytes && head.subarray(0, magic.length).equals(magic);
const isLog = (head: Buffer) => head.length >= 32 && logMagic.has(head.readUInt32BE(0));

async function headOf(path: string): Promise<Buffer> {
	const file = await open(path);
	try {
		const {bytesRead, buffer} = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

/** One that ends with the name of another journal would let SQLite delete that file. */
async function placeJournal(path: string, database: string): Promise<boolean> {
	const {size} = await stat(path);
	const file = await open(path);
	try {
		const end = Buffer.alloc(8);
		await file.read(end, 0, 8, Math.max(0, size - 8));
		if (size < 512 || end.equals(journalMagic)) {
			return false;
		}
	} finally {
		await file.close();
	}
	await copyFile(path, `${database}-journal`, constants.COPYFILE_FICLONE);
	return true;
}

/** Entries are matched by name at any depth, because people repack backups, or pack the folder of the program. */
async function unpackZip(path: string, folder: string, maxBytes: number): Promise<UnpackedSource> {
	const name = 'backup';
	try {
		const zip = await openPromise(path, {
			autoClose: false,
			lazyEntries: true,
			validateEntrySizes: true,
			decodeStrings: true,
			strictFileNames: true,
		});
		try {
			return await unpackEntries(zip, {name, folder, maxBytes});
		} finally {
			zip.close();
		}
	} catch (error) {
		// Whatever the reader complains about is a fault of the file, but not what our own disk complains about.
		throw isExpected(error) || isOfDisk(error) ? error : unusable(name, inWords(error instanceof Error ? error.message : String(error)));
	}
}

/** What the reader of zips says, for people. */
const inWords = (message: string): string =>
	/end of central directory|truncated|unexpected end/i.test(message)
		? 'it is no zip, or its end is missing. Copy or download it again'
		: /relative path|absolute path|invalid characters/i.test(message)
			? `a file in it would lie outside of its folder (${message.slice(0, 200)})`
			: message;

const isOfDisk = (error: unknown) =>
	error instanceof Error && 'code' in error && /^(?:ENOSPC|EIO|EDQUOT|EROFS|EACCES)$/.test(String(error.code));

interface ZipPlace {
	name: string;
	folder: string;
	maxBytes: number;
}

async function unpackEntries(zip: ZipFile, {name, folder, maxBytes}: ZipPlace): Promise<UnpackedSource> {
	if (zip.entryCount > maxEntries) {
		throw unusable(name, `it has ${zip.entryCount} entries, and ${maxEntries} are allowed`);
	}
	const entries: Entry[] = [];
	for await (const entry of zip.eachEntry()) {
		const isWanted = isWantedName(basename(entry.fileName));
		throwIfHarmful(entry, name, isWanted);
		if (isWanted && entries.push(entry) > maxEntries) {
			throw unusable(name, `it has more than ${maxEntries} entries`);
		}
	}
	const databases = entries.filter(({fileName}) => databaseNames.has(basename(fileName).toLowerCase()));
	const [found, ...others] = databases;
	if (!found) {
		throw entries.some(({fileName}) => /\.db$/i.test(fileName))
			? refused(
					'unknown_program',
					`its database is ${entries
						.map(({fileName}) => basename(fileName))
						.join(', ')
						.slice(0, 100)}, that of another program`,
				)
			: refused('no_database_in_backup', 'there is no database in the backup, as with Postgres. Enter the address of the program instead');
	}
	if (others.length > 0) {
		throw refused(
			'ambiguous_backup',
			`there are several databases in it (${databases
				.map(({fileName}) => fileName)
				.join(', ')
				.slice(0, 200)})`,
		);
	}
	const database = join(folder, 'source.db');
	await unpackEntry(zip, found, {name, to: database, maxBytes, isDatabase: true});
	const log = entries.find(({fileName}) => fileName === `${found.fileName}-wal`);
	await (log && unpackEntry(zip, log, {name, to: `${database}-wal`, maxBytes}));
	const config = entries.find(({fileName}) => configNames.test(basename(fileName)));
	const configPath = join(folder, 'config');
	await (config && unpackEntry(zip, config, {name, to: configPath, maxBytes: maxConfigBytes}));
	return {database, hasLog: log !== undefined, isBackup: log === undefined, config: config ? await readFile(configPath, 'utf8') : ''};
}

const isWantedName = (name: string) => /\.db$/i.test(name) || /\.db-wal$/i.test(name) || configNames.test(name);

interface UnpackOptions {
	name: string;
	to: string;
	maxBytes: number;
	/** Its first bytes must be those of a database; then a file of zeros is refused at once. */
	isDatabase?: boolean;
}

async function unpackEntry(
	zip: ZipFile,
	entry: Entry,
	{name, to, maxBytes, isDatabase: mustBeDatabase = false}: UnpackOptions,
): Promise<void> {
	const tooLarge = () => refused('package_unusable', `a file in it has more than ${Math.round(maxBytes / 1024 / 1024)} MiB`);
	if (entry.uncompressedSize > maxBytes) {
		throw tooLarge();
	}
	let size = 0;
	const counted = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			const isWrong = mustBeDatabase && size === 0 && !chunk.subarray(0, magic.length).equals(magic.subarray(0, chunk.length));
			size += chunk.length;
			if (isWrong) {
				done(refused('not_a_database', 'the database in the backup is not one of SQLite'));
			} else if (size > maxBytes) {
				done(tooLarge());
			} else {
				done(null, chunk);
			}
		},
	});
	await pipeline(await zip.openReadStreamPromise(entry), counted, createWriteStream(to, {mode: 0o600}));
	if (mustBeDatabase && size < headBytes) {
		throw refused('not_a_database', `the database in the ${name} is not one of SQLite`);
	}
}
