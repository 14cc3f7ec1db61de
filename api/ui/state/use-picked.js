import {useCallback, useRef, useState} from 'preact/hooks';
import {patiently} from '../client/patiently.js';

/**
 * @template {{id: string}} Row
 * @typedef {object} Picked Rows of a paged list that a person picks, also of pages that are not shown.
 * @property {boolean} isOn
 * @property {(isOn: boolean) => void} setOn
 * @property {readonly Row[]} rows As they are now, if they are shown.
 * @property {(rows: readonly Row[]) => void} choose
 * @property {{has: (id: string) => boolean, pick: (id: string, isRange: boolean) => void} | null} selection Null while nobody picks.
 */

/**
 * @template {{id: string}} Row
 * @param {readonly Row[]} shown In their order.
 * @returns {Picked<Row>}
 */
export function usePicked(shown) {
	const [isOn, setIsOn] = useState(false);
	const [chosen, setChosen] = useState(/** @type {ReadonlyMap<string, Row>} */ (new Map()));
	const last = useRef('');
	const setOn = (/** @type {boolean} */ isWanted) => {
		setIsOn(isWanted);
		setChosen(new Map());
		last.current = '';
	};
	const indexOf = (/** @type {string} */ id) => shown.findIndex(each => each.id === id);
	/** With shift, all up to the one before. @param {string} id @param {boolean} isRange */
	const pick = (id, isRange) => {
		const [from = 0, to = 0] = [indexOf(last.current), indexOf(id)].sort((a, b) => a - b);
		const rows = shown.slice(isRange && from >= 0 ? from : indexOf(id), (isRange ? to : indexOf(id)) + 1);
		const next = new Map(chosen);
		const isPicked = !chosen.has(id);
		rows.forEach(row => void (isPicked ? next.set(row.id, row) : next.delete(row.id)));
		last.current = id;
		setChosen(next);
	};
	const choose = useCallback((/** @type {readonly Row[]} */ rows) => setChosen(new Map(rows.map(row => [row.id, row]))), []);
	const now = new Map(shown.map(row => [row.id, row]));
	const rows = [...chosen.values()].map(row => now.get(row.id) ?? row);
	return {isOn, setOn, rows, choose, selection: isOn ? {has: id => chosen.has(id), pick} : null};
}

/** As many as one can have picked. */
export const maxPicked = 5_000;
/** The longest page that the service gives. */
const pageSize = 100;

/**
 * Reads all rows of a list with numbered pages, as far as one may pick them.
 * @template Row
 * @param {import('../client/client.js').Client} client
 * @param {(page: {page: number, limit: number}) => string} pathOf
 * @param {(reply: any) => readonly Row[]} rowsOf
 */
export function readPages(client, pathOf, rowsOf) {
	/** @param {number} page */
	const read = async page => {
		const rows = rowsOf(await client.get(pathOf({page, limit: pageSize})));
		return {rows, next: rows.length === pageSize ? page + 1 : null};
	};
	return readAll(read, 1);
}

/**
 * Reads a list step by step, as far as one may pick its rows.
 * @template Row, Cursor
 * @param {(at: Cursor) => Promise<{rows: readonly Row[], next: Cursor | null}>} read
 * @param {Cursor} start
 */
export async function readAll(read, start) {
	/** @type {Row[]} */
	const all = [];
	/** @type {Cursor | null} */
	let at = start;
	while (at !== null && all.length < maxPicked) {
		const here = at;
		const {rows, next} = /** @type {{rows: readonly Row[], next: Cursor | null}} */ (await patiently(() => read(here)));
		all.push(...rows);
		at = next;
	}
	return all.slice(0, maxPicked);
}
