import type {ListMedia} from './import-list.ts';
import {imdbIdOf, type ListEntry} from './list-item.ts';

/** What is wrong with a file, and in which line, from 1. */
export interface CsvFault {
	line: number;
	message: string;
}

const maxRows = 50_000;
/** Exports begin with a few lines about the list. */
const headerWithin = 12;

interface Row {
	line: number;
	cells: string[];
}

/** The titles of a CSV file as IMDb and Letterboxd export it, in any of their versions. */
export function readCsvList(text: string, media: ListMedia): ListEntry[] | CsvFault {
	const content = text.replace(/^\uFEFF/, '');
	const rows = toRows(content, separatorOf(content));
	if (!Array.isArray(rows)) {
		return rows;
	}
	const at = rows.slice(0, headerWithin).findIndex(({cells}) => isHeader(cells));
	const header = rows[at];
	if (!header) {
		return {line: 1, message: 'There is no line with the names of the columns. Expected are Const, or Name and Year, or Title and Year'};
	}
	const names = header.cells.map(cell => cell.trim().toLowerCase());
	const body = rows.slice(at + 1);
	const short = body.find(({cells}) => cells.length !== names.length);
	if (short) {
		return {line: short.line, message: `The line has ${short.cells.length} fields, and there are ${names.length} columns`};
	}
	return body.flatMap(({cells}) => toEntry((...wanted) => cellOf(cells, names, wanted), media));
}

const idColumns = ['const', 'imdb id', 'imdbid', 'imdb_id', 'tmdb id', 'tmdbid', 'tmdb_id'];

function isHeader(cells: readonly string[]): boolean {
	const names = new Set(cells.map(cell => cell.trim().toLowerCase()));
	return idColumns.some(name => names.has(name)) || ((names.has('name') || names.has('title')) && names.has('year'));
}

function cellOf(cells: readonly string[], names: readonly string[], wanted: readonly string[]): string {
	return wanted.map(name => cells[names.indexOf(name)]?.trim() ?? '').find(value => value !== '') ?? '';
}

function toEntry(value: (...names: string[]) => string, media: ListMedia): ListEntry[] {
	const type = value('title type', 'type').toLowerCase().replaceAll(/[\s-]/g, '');
	const isSeries = /^tv(?:mini)?series$/.test(type);
	const isEpisode = type === 'tvepisode';
	if (isEpisode || (type !== '' && isSeries !== (media === 'series'))) {
		return [];
	}
	const year = Number.parseInt(value('year', 'release year'), 10);
	return [
		{
			ids: {
				metaId: Number(value('tmdb id', 'tmdbid', 'tmdb_id')) || null,
				imdbId: imdbIdOf(value('const', 'imdb id', 'imdbid', 'imdb_id', 'url')),
				tvMetaId: Number(value('tvdb id', 'tvdbid', 'tvdb_id')) || null,
			},
			title: value('name', 'title'),
			year: Number.isNaN(year) ? null : year,
			seasons: null,
		},
	];
}

/** What most of the first lines are cut by. */
function separatorOf(content: string): string {
	const head = content.slice(0, 4000).replaceAll(/"[^"]*"/g, '');
	const countOf = (separator: string) => head.split(separator).length;
	return [',', ';', '\t'].reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}

/** Lines without any text are left out. A quoted field may have separators, quotes and line ends in it. */
function toRows(content: string, separator: string): Row[] | CsvFault {
	const rows: Row[] = [];
	let line = 1;
	let at = 0;
	while (at < content.length) {
		const row: Row = {line, cells: []};
		let hasEnded = false;
		while (!hasEnded) {
			let cell = '';
			if (content[at] === '"') {
				const end = endOfQuoted(content, at);
				if (end === null) {
					return {line: row.line, message: 'A quotation mark is not closed; the file may be incomplete'};
				}
				cell = content.slice(at + 1, end).replaceAll('""', '"');
				line += cell.split('\n').length - 1;
				at = end + 1;
			}
			const end = endOfPlain(content, at, separator);
			cell += content.slice(at, end).replace(/\r$/, '');
			hasEnded = content[end] !== separator;
			at = end + 1;
			row.cells.push(cell);
		}
		line += 1;
		if (row.cells.some(cell => cell.trim() !== '')) {
			rows.push(row);
		}
		if (rows.length > maxRows) {
			return {line, message: `The file has more than ${maxRows} lines`};
		}
	}
	return rows;
}

function endOfQuoted(content: string, start: number): number | null {
	let at = content.indexOf('"', start + 1);
	while (at >= 0 && content[at + 1] === '"') {
		at = content.indexOf('"', at + 2);
	}
	return at < 0 ? null : at;
}

function endOfPlain(content: string, start: number, separator: string): number {
	let at = start;
	while (at < content.length && content[at] !== separator && content[at] !== '\n') {
		at += 1;
	}
	return at;
}

/** The text of a file in UTF-8 or UTF-16, with or without a mark at its beginning, or else in Windows' Western one. */
export function decodeText(bytes: Uint8Array): string {
	const [first, second] = bytes;
	// A text of Western letters has a zero in every second byte of UTF-16.
	const isLittle = (first === 0xff && second === 0xfe) || (second === 0 && first !== 0);
	const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
	if (bytes.length > 1 && (isLittle || isBig)) {
		return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
	}
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}
