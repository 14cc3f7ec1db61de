import {useCallback, useRef, useState} from 'preact/hooks';
import type {Client} from '../client/client.ts';
import {patiently} from '../client/patiently.ts';

/** Rows of a paged list that a person picks, also of pages that are not shown. */
export interface Picked<Row extends {id: string}> {
	isOn: boolean;
	setOn: (isOn: boolean) => void;
	/** As they are now, if they are shown. */
	rows: readonly Row[];
	choose: (rows: readonly Row[]) => void;
	/** Null while nobody picks. */
	selection: {has: (id: string) => boolean; pick: (id: string, isRange: boolean) => void} | null;
}

/** @param shown In their order. */
export function usePicked<Row extends {id: string}>(shown: readonly Row[]): Picked<Row> {
	const [isOn, setIsOn] = useState(false);
	const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
	const last = useRef('');
	const setOn = (isWanted: boolean) => {
		setIsOn(isWanted);
		setChosen(new Map());
		last.current = '';
	};
	const indexOf = (id: string) => shown.findIndex(each => each.id === id);
	/** With shift, all up to the one before. */
	const pick = (id: string, isRange: boolean) => {
		const [from = 0, to = 0] = [indexOf(last.current), indexOf(id)].sort((a, b) => a - b);
		const rows = shown.slice(isRange && from >= 0 ? from : indexOf(id), (isRange ? to : indexOf(id)) + 1);
		const next = new Map(chosen);
		const isPicked = !chosen.has(id);
		rows.forEach(row => void (isPicked ? next.set(row.id, row) : next.delete(row.id)));
		last.current = id;
		setChosen(next);
	};
	const choose = useCallback((rows: readonly Row[]) => setChosen(new Map(rows.map(row => [row.id, row]))), []);
	const now = new Map(shown.map(row => [row.id, row]));
	const rows = [...chosen.values()].map(row => now.get(row.id) ?? row);
	return {isOn, setOn, rows, choose, selection: isOn ? {has: id => chosen.has(id), pick} : null};
}

/** As many as one can have picked. */
export const maxPicked = 5_000;
/** The longest page that the service gives. */
const pageSize = 100;

/** Reads all rows of a list with numbered pages, as far as one may pick them. */
export function readPages<Row>(
	client: Client,
	pathOf: (page: {page: number; limit: number}) => string,
	rowsOf: (reply: any) => readonly Row[],
) {
	const read = async (page: number) => {
		const rows = rowsOf(await client.get(pathOf({page, limit: pageSize})));
		return {rows, next: rows.length === pageSize ? page + 1 : null};
	};
	return readAll(read, 1);
}

/** Reads a list step by step, as far as one may pick its rows. */
export async function readAll<Row, Cursor>(read: (at: Cursor) => Promise<{rows: readonly Row[]; next: Cursor | null}>, start: Cursor) {
	const all: Row[] = [];
	let at: Cursor | null = start;
	while (at !== null && all.length < maxPicked) {
		const here = at;
		const {rows, next} = (await patiently(() => read(here))) as {rows: readonly Row[]; next: Cursor | null};
		all.push(...rows);
		at = next;
	}
	return all.slice(0, maxPicked);
}
