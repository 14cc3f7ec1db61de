import {DatabaseSync} from 'node:sqlite';
import {parentPort, workerData} from 'node:worker_threads';
import {
	type Among,
	type ArrProgramId,
	arrProgramIds,
	arrPrograms,
	type DatabaseQuestion,
	type DatabaseRow,
	type FoundDatabase,
	otherPrograms,
	type Unreadable,
} from './programs.ts';

/** Characters of one value; settings of an indexer are some kilobytes. */
const maxChars = 200_000;
/** Rows and characters that are answered together. */
const together = {rows: 500, chars: 1_000_000};
/** Bytes that SQLite may use in this process. */
const heapBytes = 96 * 1024 * 1024;
/** Expressions of a schema would run while it is read. None of the programs has any. */
const expression = /\b(?:virtual|generated|check)\b|\bas\s*\(/i;

const database = open((workerData as {path: string}).path); // what read-database.ts hands over
const plain = new Map<string, boolean>();
/** The tables that are being read. */
const reading = new Map<string, Iterator<DatabaseRow>>();

parentPort?.on('message', (question: DatabaseQuestion) => {
	try {
		parentPort?.postMessage(answer(question));
	} catch (error) {
		parentPort?.postMessage(unreadable('database_damaged', `it cannot be read (${error instanceof Error ? error.message : error})`));
	}
});

function answer(question: DatabaseQuestion): unknown {
	if (question.ask === 'describe') {
		return describe();
	}
	const {table} = question;
	if (question.ask === 'open') {
		const rows = readTable(table, question.columns, question.among);
		reading.delete(table);
		rows && reading.set(table, rows);
	}
	return nextRows(table);
}

function unreadable(code: string, reason: string): Unreadable {
	return {code, reason};
}

function open(path: string): DatabaseSync {
	const opened = new DatabaseSync(path, {enableForeignKeyConstraints: false, allowExtension: false});
	opened.exec(`PRAGMA hard_heap_limit = ${heapBytes}; PRAGMA mmap_size = 0; PRAGMA trusted_schema = OFF;
		PRAGMA ignore_check_constraints = ON; PRAGMA query_only = ON`);
	return opened;
}

function describe(): FoundDatabase | Unreadable {
	for (const {name, type, sql} of database
		.prepare('SELECT name, type, substr(sql, 1, 100000) AS sql FROM sqlite_schema LIMIT 2000')
		.all()) {
		plain.set(String(name), type === 'table' && !expression.test(String(sql)));
	}
	const program = arrProgramIds.find(id => arrPrograms[id].has.every(table => plain.has(table))) ?? null;
	const found: FoundDatabase = {program, other: otherOf(), schema: null, tables: {}, damaged: {}};
	const tables = program === null ? [] : arrPrograms[program].tables.filter(table => plain.has(table));
	const odd = tables.find(table => !plain.get(table));
	if (odd !== undefined) {
		return unreadable('database_damaged', `${odd} is no plain table`);
	}
	for (const name of tables) {
		const reason = faultOf(name);
		if (reason === null) {
			found.tables[name] = Number(database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()?.['rows']);
		} else {
			found.damaged[name] = reason;
		}
	}
	return {...found, schema: program && schemaOf(program, found.tables)};
}

const otherOf = () => otherPrograms.find(([, table]) => plain.has(table))?.[0] ?? 'another program';

function faultOf(table: string): string | null {
	try {
		const [checked] = database.prepare(`PRAGMA quick_check('${table}')`).all();
		return checked?.['quick_check'] === 'ok' ? null : `its table ${table} is damaged (the database disk image is malformed)`;
	} catch (error) {
		return `its table ${table} is damaged (${error instanceof Error ? error.message : error})`;
	}
}

function schemaOf(program: ArrProgramId, tables: Readonly<Record<string, number>>): number | string | null {
	const [table, column] = program === 'bazarr' ? ['alembic_version', 'version_num'] : ['VersionInfo', 'Version'];
	if (tables[table] === undefined || !columnsOf(table).has(column)) {
		return null;
	}
	const value = database.prepare(`SELECT max("${column}") AS version FROM "${table}"`).get()?.['version'];
	return program === 'bazarr' ? (typeof value === 'string' ? value.slice(0, 40) : null) : Number(value) || null;
}

const columnsOf = (table: string) =>
	new Set(
		database
			.prepare(`PRAGMA table_info('${table}')`)
			.all()
			.map(column => String(column['name'])),
	);

/** Columns by name: versions differ in them, and one that is not there counts as absent. */
function readTable(table: string, columns: readonly string[], among: Among | null): Iterator<DatabaseRow> | null {
	if (!plain.get(table)) {
		return null;
	}
	const there = columnsOf(table);
	const wanted = columns.filter(column => there.has(column));
	const values = wanted.map(
		column =>
			`CASE typeof("${column}") WHEN 'text' THEN substr("${column}", 1, ${maxChars}) WHEN 'blob' THEN NULL
			WHEN 'integer' THEN CASE WHEN "${column}" BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER} THEN "${column}" END
			ELSE "${column}" END AS "${column}"`,
	);
	if (wanted.length === 0 || (among !== null && !there.has(among.column))) {
		return null;
	}
	among && indexFor(table, among.column);
	const only = among === null ? '' : ` WHERE "${among.column}" IN (${among.values.map(() => '?').join(', ')})`;
	return database.prepare(`SELECT ${values.join(', ')} FROM "${table}"${only}`).iterate(...(among?.values ?? []));
}

/** Columns that our copy of the database has an index for. */
const indexed = new Set<string>();

/** Rows are asked for title by title: without an index, each question would read the whole table. */
function indexFor(table: string, column: string): void {
	const name = `kinoteka_${table}_${column}`;
	if (column === 'Id' || indexed.has(name)) {
		return;
	}
	indexed.add(name);
	try {
		database.exec(`PRAGMA query_only = OFF; CREATE INDEX IF NOT EXISTS "${name}" ON "${table}" ("${column}")`);
	} catch {
		// Of a damaged table, or on a full disk, the rows are still found.
	} finally {
		database.exec('PRAGMA query_only = ON');
	}
}

/** Some rows, as many as are small together. None at the end. */
function nextRows(table: string): DatabaseRow[] {
	const read: DatabaseRow[] = [];
	const rows = reading.get(table);
	for (let chars = 0; rows && read.length < together.rows && chars < together.chars; ) {
		const {done, value} = rows.next();
		if (done) {
			reading.delete(table);
			break;
		}
		read.push(value);
		chars += Object.values(value).reduce<number>((sum, each) => sum + (typeof each === 'string' ? each.length : 8), 0);
	}
	return read;
}
