import {DatabaseSync, type StatementSync} from 'node:sqlite';
import type {DatabaseRow} from '../arr-databases/programs.ts';

type Value = string | number | null;

export type ProgramCopy = ReturnType<typeof openCopy>;

/**
 * A database like that of the program, filled from its API, so that everything after it reads one kind of source. It
 * needs no log: a copy that breaks off is made anew.
 */
export function openCopy(path: string) {
	const database = new DatabaseSync(path);
	database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000');
	const statements = new Map<string, {columns: readonly string[]; write: StatementSync}>();

	/** Makes a table, which stays empty if nothing is added. A first column `Id` is its key. */
	function table(name: string, columns: readonly string[]) {
		const [first = 'Id', ...rest] = columns;
		const key = /^id$/i.test(first) ? ' INTEGER PRIMARY KEY' : '';
		database.exec(`CREATE TABLE IF NOT EXISTS "${name}" ("${first}"${key}${rest.map(column => `, "${column}"`).join('')})`);
		const places = columns.map(() => '?').join(', ');
		const write = database.prepare(
			`INSERT OR REPLACE INTO "${name}" (${columns.map(column => `"${column}"`).join(', ')}) VALUES (${places})`,
		);
		statements.set(name, {columns, write});
	}

	return {
		table,
		/** For reading rows by a number, as those of one series. */
		index(name: string, column: string) {
			database.exec(`CREATE INDEX IF NOT EXISTS "of_${name}_${column}" ON "${name}" ("${column}")`);
		},
		/** Writes rows together; a row with the number of an earlier one replaces it. */
		add(name: string, rows: readonly DatabaseRow[]) {
			const of = statements.get(name);
			if (!of || rows.length === 0) {
				return;
			}
			database.exec('BEGIN');
			for (const row of rows) {
				of.write.run(...of.columns.map(column => toValue(row[column])));
			}
			database.exec('COMMIT');
		},
		/** Removes the rows of one title. */
		remove(name: string, column: string, value: number) {
			database.prepare(`DELETE FROM "${name}" WHERE "${column}" = ?`).run(value);
		},
		has: (name: string) => database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined,
		/** All rows of a small table. */
		rows: (name: string, columns: readonly string[]): DatabaseRow[] =>
			database.prepare(`SELECT ${columns.map(column => `"${column}"`).join(', ')} FROM "${name}"`).all(),
		/** Puts what another source knows of a row into it, if that row is there. */
		fill(name: string, id: number, values: DatabaseRow) {
			const columns = Object.keys(values);
			const set = columns.map(column => `"${column}" = ?`).join(', ');
			database.prepare(`UPDATE "${name}" SET ${set} WHERE "Id" = ?`).run(...columns.map(column => toValue(values[column])), id);
		},
		close: () => database.close(),
	};
}

function toValue(value: unknown): Value {
	if (value === undefined || value === null) {
		return null;
	}
	if (typeof value === 'boolean') {
		return Number(value);
	}
	return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}
