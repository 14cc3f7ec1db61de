import {Readable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {CsvError, type InfoRecord, parse} from 'csv-parse';
import type {ListMedia} from '../domain/import-lists/import-list.ts';
import {imdbIdOf, isOfMedia, type ListEntry} from '../domain/import-lists/list-item.ts';

/** What is wrong with a file, and in which line, from 1. */
export interface CsvFault {
	line: number;
	message: string;
}

const maxRows = 50_000;
/** Exports have twenty at most. Each row is searched for each of them. */
const maxColumns = 200;
/** Characters of a line, of which reviews may have many. */
const maxLine = 256 * 1024;
/** Exports begin with a few lines about the list. */
const headerWithin = 12;

interface Row {
	line: number;
	cells: string[];
}

/** The titles of a CSV file as IMDb and Letterboxd export it, in any of their versions. */
export async function readCsvList(text: string, media: ListMedia): Promise<ListEntry[] | CsvFault> {
	const content = text.replace(/^\uFEFF/, '');
	const rows = await toRows(content, separatorOf(content));
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
	const wrong = body.find((row, index) => !hasColumns(row, names, {isCut: index === body.length - 1 && !content.endsWith('\n')}));
	if (wrong) {
		return {line: wrong.line, message: `The line has ${wrong.cells.length} fields, and there are ${names.length} columns`};
	}
	return body.flatMap(({cells}) => toEntry((...wanted) => cellOf(cells, names, wanted), media));
}

const idColumns = ['const', 'imdb id', 'imdbid', 'imdb_id', 'tmdb id', 'tmdbid', 'tmdb_id'];

const readColumns = [...idColumns, 'name', 'title', 'year', 'title type', 'type'];

/** Some exports leave out the last columns of a line if they are empty. In its last line, a file may be cut. */
function hasColumns({cells}: Row, names: readonly string[], {isCut}: {isCut: boolean}): boolean {
	const needed = 1 + Math.max(...readColumns.map(name => names.indexOf(name)));
	return cells.length === names.length || (!isCut && cells.length < names.length && cells.length >= needed);
}

function isHeader(cells: readonly string[]): boolean {
	const names = new Set(cells.map(cell => cell.trim().toLowerCase()));
	return idColumns.some(name => names.has(name)) || ((names.has('name') || names.has('title')) && names.has('year'));
}

function cellOf(cells: readonly string[], names: readonly string[], wanted: readonly string[]): string {
	return wanted.map(name => cells[names.indexOf(name)]?.trim() ?? '').find(value => value !== '') ?? '';
}

function toEntry(value: (...names: string[]) => string, media: ListMedia): ListEntry[] {
	const type = value('title type', 'type');
	// An export names every series as one.
	if (!isOfMedia(type || null, media) || (media === 'series' && type !== '' && isOfMedia(type, 'movies'))) {
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

const faultWords: Readonly<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: 'A quotation mark is not closed; the file may be incomplete',
	CSV_MAX_RECORD_SIZE: `The line has more than ${maxLine / 1024} KiB`,
};

/** Lines without any text are left out. A quoted field may have separators, quotes and line ends in it. */
async function toRows(content: string, delimiter: string): Promise<Row[] | CsvFault> {
	const options = {
		delimiter,
		info: true,
		relaxColumnCount: true,
		relaxQuotes: true,
		skipRecordsWithEmptyValues: true,
		maxRecordSize: maxLine,
		to: maxRows + 1,
	};
	const rows: Row[] = [];
	try {
		const records: AsyncIterable<{record: string[]; info: InfoRecord}> = Readable.from(slicesOf(content)).pipe(parse(options));
		for await (const {record, info} of records) {
			if (record.length > maxColumns) {
				return {line: info.lines, message: `The line has more than ${maxColumns} columns`};
			}
			rows.push({line: info.lines, cells: record});
		}
	} catch (error) {
		if (!(error instanceof CsvError)) {
			throw error;
		}
		return {line: Number(error['lines']), message: faultWords[error.code] ?? error.message};
	}
	return rows.length > maxRows ? {line: maxRows, message: `The file has more than ${maxRows} lines`} : rows;
}

/**
 * In slices, yielding to other work between them, because the API reads files of 5 MiB while it answers other callers.
 */
async function* slicesOf(content: string): AsyncGenerator<string> {
	for (let at = 0; at < content.length; at += 64 * 1024) {
		yield content.slice(at, at + 64 * 1024);
		await setImmediate();
	}
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
