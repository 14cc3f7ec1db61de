import {mkdir, mkdtemp, open, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Worker} from 'node:worker_threads';
import {threadChild} from '#shared/coordination/child.ts';
import {watchThread} from '#shared/coordination/thread-time.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {BazarrConfig} from '#shared/domain/moves/source-subtitle-providers.ts';
import {isExpected} from '#shared/errors.ts';
import {
	type Among,
	type ArrProgramId,
	arrPrograms,
	type DatabaseQuestion,
	type DatabaseRow,
	type FoundDatabase,
	type Unreadable,
} from './programs.ts';
import {readBazarrConfig} from './read-bazarr-config.ts';
import {type GivenFile, refused, type UnpackedSource, unpackSource} from './unpack-source.ts';

/** Bytes of the largest database that is read. */
export const maxDatabaseBytes = 4 * 1024 * 1024 * 1024;
/** Milliseconds of processor time for reading one source. */
const readingMs = 20 * minuteMs;
const maxHeapMb = 128;
/** Read and write version in the header: 2 means that a log lies beside the file. */
const logMarks = {from: 18, length: 2, withLog: 2};

export interface ReadWarning {
	code: 'database_damaged' | 'log_missing' | 'schema_newer';
	message: string;
}

/** A database of one of the programs, of which nothing is written but a copy of ours. */
export interface ArrDatabase {
	program: ArrProgramId;
	schema: number | string;
	/** Rows of each table that can be read. */
	tables: Readonly<Record<string, number>>;
	/** Text of the configuration beside it. */
	config: string;
	/** The same of Bazarr, as it is read. */
	bazarrConfig: BazarrConfig;
	warnings: readonly ReadWarning[];
	/** Rows of a table with the columns that it has of these, some at a time; none of a table that is not there. */
	rows(table: string, columns: readonly string[], among?: Among): AsyncGenerator<DatabaseRow>;
	/** All rows of a table that is known to be small; at most `max`. */
	list(table: string, columns: readonly string[], max: number, among?: Among): Promise<DatabaseRow[]>;
}

export interface ReadOptions {
	/** Where a folder for the copy is made and removed again. */
	workFolder: string;
	maxBytes?: number;
	signal?: AbortSignal;
	/** The only program that is wanted; any by default. */
	only?: ArrProgramId;
}

/**
 * Reads a backup, or a database with its log, in a thread of its own, so that neither a large nor a malicious file
 * blocks or ends the process, or takes much memory. Throws Invalid with the codes of `unpackSource`, and
 * `database_damaged`, `log_needed`, `unknown_program` and `schema_too_old`.
 */
export async function readArrDatabase<Result>(
	given: readonly GivenFile[],
	{workFolder, maxBytes = maxDatabaseBytes, signal, only}: ReadOptions,
	use: (database: ArrDatabase) => Promise<Result>,
): Promise<Result> {
	await mkdir(workFolder, {recursive: true, mode: 0o700});
	const folder = await mkdtemp(join(workFolder, 'reading-'));
	try {
		const unpacked = await unpackSource(given, folder, maxBytes);
		const thread = await startReader(unpacked.database);
		try {
			signal?.throwIfAborted();
			return await use(await recognise(unpacked, only ?? null, thread));
		} finally {
			await thread.end();
		}
	} finally {
		await rm(folder, {recursive: true, force: true, maxRetries: 3});
	}
}

type Reader = Awaited<ReturnType<typeof startReader>>;

/** The thread answers one question at a time. */
async function startReader(path: string) {
	const thread = new Worker(new URL('./database.worker.ts', import.meta.url), {
		workerData: {path},
		resourceLimits: {maxOldGenerationSizeMb: maxHeapMb},
	});
	const line = threadChild(thread);
	let [resolve, reject]: [(answer: unknown) => void, (reason: unknown) => void] = [() => {}, () => {}];
	let ended: unknown = null;
	const end = (reason: unknown) => {
		ended ??= reason;
		reject(ended);
	};
	line.listen(
		answer => resolve(answer),
		error => end(refused('database_damaged', error === null ? 'it cannot be read' : `it cannot be read (${error.message})`)),
	);
	const endWatch = await watchThread(thread, readingMs, () => {
		end(refused('database_damaged', 'reading it takes too long'));
		void line.end();
	});
	return {
		async ask<Answer>(question: DatabaseQuestion): Promise<Answer> {
			const asked = Promise.withResolvers<unknown>();
			[resolve, reject] = [asked.resolve, asked.reject];
			if (ended !== null) {
				throw ended;
			}
			line.send(question);
			const answer = (await asked.promise) as Answer | Unreadable; // what the thread posts
			if (typeof answer === 'object' && answer !== null && 'code' in answer && 'reason' in answer) {
				throw refused(answer.code, answer.reason);
			}
			return answer as Answer;
		},
		async end() {
			endWatch();
			await line.end();
		},
	};
}

async function recognise(unpacked: UnpackedSource, only: ArrProgramId | null, reader: Reader): Promise<ArrDatabase> {
	const lacksLog = !unpacked.hasLog && (await isInLogMode(unpacked.database));
	const found = await reader.ask<FoundDatabase>({ask: 'describe'}).catch(error => {
		throw isExpected(error) ? error : refused('database_damaged', 'it cannot be read');
	});
	const {program, schema, tables, damaged} = found;
	if (program === null || (only !== null && program !== only)) {
		const named = program === null ? found.other : arrPrograms[program].name;
		// Until its first checkpoint, a database is empty.
		throw lacksLog && program === null
			? refused(
					'log_needed',
					'it was copied while its program ran, without the file beside it that ends in .db-wal. Make a backup in the program',
				)
			: refused('unknown_program', `it is one of ${named}`);
	}
	const {name, has, schema: known} = arrPrograms[program];
	const broken = has.find(table => damaged[table] !== undefined);
	if (broken !== undefined) {
		throw refused('database_damaged', `${damaged[broken]}. The newest backup that ${name} made by itself is the better source`);
	}
	const isOld = schema === null || (known !== null && typeof schema === 'number' && schema < known.oldest);
	if (isOld) {
		const version = known === null ? `${name} 1.4` : `${name} ${known.since}`;
		throw refused('schema_too_old', `it is older than ${version}. Update ${name} first, and make another backup`);
	}
	const warnings: ReadWarning[] = Object.values(damaged).map(reason => ({
		code: 'database_damaged',
		message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}, so what is in it does not come. The newest backup that ${name} made by itself may have it.`,
	}));
	// Bazarr's own backups keep the mark of a log, and are whole.
	if (lacksLog && !(unpacked.isBackup && program === 'bazarr')) {
		warnings.push({
			code: 'log_missing',
			message: `It was copied while ${name} ran, so changes of the last hours may be missing. A backup has all.`,
		});
	}
	if (known !== null && typeof schema === 'number' && schema > known.newest) {
		warnings.push({
			code: 'schema_newer',
			message: `It is of a newer version of ${name} than is known here. What is unknown in it does not come.`,
		});
	}
	const bazarrConfig = program === 'bazarr' ? readBazarrConfig(unpacked.config) : new Map<string, string[]>();
	return {program, schema, tables, config: unpacked.config, bazarrConfig, warnings, ...rowsOf(reader, tables)};
}

function rowsOf(reader: Reader, tables: Readonly<Record<string, number>>): Pick<ArrDatabase, 'rows' | 'list'> {
	async function* rows(table: string, columns: readonly string[], among?: Among): AsyncGenerator<DatabaseRow> {
		if (tables[table] === undefined) {
			return;
		}
		let read = await reader.ask<DatabaseRow[]>({ask: 'open', table, columns, among: among ?? null});
		while (read.length > 0) {
			yield* read;
			read = await reader.ask<DatabaseRow[]>({ask: 'next', table});
		}
	}
	return {
		rows,
		async list(table, columns, max, among) {
			const all: DatabaseRow[] = [];
			for await (const row of rows(table, columns, among)) {
				if (all.push(row) >= max) {
					break;
				}
			}
			return all;
		},
	};
}

async function isInLogMode(path: string): Promise<boolean> {
	const file = await open(path);
	try {
		const {buffer} = await file.read(Buffer.alloc(logMarks.length), 0, logMarks.length, logMarks.from);
		return buffer.includes(logMarks.withLog);
	} finally {
		await file.close();
	}
}
