import {DatabaseSync} from 'node:sqlite';
import {parentPort, workerData} from 'node:worker_threads';
import {type DatabaseRows, type ProwlarrTable, prowlarrTables, type Unreadable} from './database-rows.ts';

/** Characters of one value; settings of an indexer are some kilobytes. */
const maxChars = 200_000;
/** Expressions of a schema would run while it is read. The program has none. */
const expression = /\b(?:virtual|generated|check)\b|\bas\s*\(/i;

try {
	parentPort?.postMessage(readRows((workerData as {bytes: Uint8Array}).bytes)); // what read-database.ts hands over
} catch (error) {
	parentPort?.postMessage(unreadable('database_damaged', `it cannot be read (${error instanceof Error ? error.message : error})`));
}

function unreadable(code: string, reason: string): Unreadable {
	return {code, reason};
}

function readRows(bytes: Uint8Array): DatabaseRows | Unreadable {
	const database = new DatabaseSync(':memory:', {enableForeignKeyConstraints: false, allowExtension: false});
	database.deserialize(bytes);
	database.exec('PRAGMA trusted_schema = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA query_only = ON');
	const entries = database.prepare('SELECT name, type, sql FROM sqlite_schema LIMIT 2000').all();
	const found = new Map(entries.map(({name, type, sql}) => [String(name), {isPlain: type === 'table' && !expression.test(String(sql))}]));
	const other = programOf(found);
	if (other !== null) {
		return unreadable('unknown_program', `it is one of ${other}`);
	}
	const rows: DatabaseRows = {indexers: [], profiles: [], proxies: [], tags: [], versions: []};
	for (const [kind, table] of Object.entries(prowlarrTables) as [keyof DatabaseRows, ProwlarrTable][]) {
		const {name} = table;
		const known = found.get(name);
		if (known && !known.isPlain) {
			return unreadable('database_damaged', `${name} is no plain table`);
		}
		if (known) {
			const [checked] = database.prepare(`PRAGMA quick_check('${name}')`).all();
			if (checked?.['quick_check'] !== 'ok') {
				return unreadable('database_damaged', `its table ${name} is damaged (the database disk image is malformed)`);
			}
			rows[kind] = readTable(database, table);
		}
	}
	return rows;
}

/** Null for Prowlarr. */
function programOf(found: ReadonlyMap<string, unknown>): string | null {
	const has = (...tables: readonly string[]) => tables.every(table => found.has(table));
	if (has('Indexers', 'Applications', 'AppSyncProfiles')) {
		return null;
	}
	const programs = [
		['Radarr', has('Movies', 'MovieFiles')],
		['Sonarr', has('Series', 'EpisodeFiles')],
		['Bazarr', has('table_shows')],
	] as const;
	return programs.find(([, isIt]) => isIt)?.[0] ?? 'another program';
}

/** Columns by name: versions differ in them, and one that is not there counts as empty. */
function readTable(database: DatabaseSync, {name, columns, limit}: ProwlarrTable): Record<string, unknown>[] {
	const there = new Set(
		database
			.prepare(`PRAGMA table_info('${name}')`)
			.all()
			.map(column => String(column['name'])),
	);
	const wanted = columns.filter(column => there.has(column));
	const values = wanted.map(
		column =>
			`CASE typeof("${column}") WHEN 'text' THEN substr("${column}", 1, ${maxChars}) WHEN 'blob' THEN NULL ELSE "${column}" END AS "${column}"`,
	);
	return wanted.length === 0 ? [] : database.prepare(`SELECT ${values.join(', ')} FROM "${name}" LIMIT ${limit}`).all();
}
