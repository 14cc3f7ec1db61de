import {readFileSync} from 'node:fs';
import {filenameParse} from '@ctrl/video-filename-parser';
import parseTorrentTitle from 'parse-torrent-title';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {printOracle} from './oracle/report.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:parser [-- --rows FILE --rounds N --check | --oracle --titles N --seed N]',
	about:
		'Times our parser of release names and two others.\n  --check   fails if another is faster\n  --oracle  parses names whose truth is known instead, different ones for each --seed',
	options: {
		rows: {type: 'string'},
		rounds: {type: 'string', default: '20'},
		check: {type: 'boolean', default: false},
		oracle: {type: 'boolean', default: false},
		titles: {type: 'string', default: '200000'},
		seed: {type: 'string', default: String(Date.now() % 1_000_000)},
	},
});

interface Row {
	title: string;
	mode: TitleMode;
	isPath: boolean;
}

interface Parser {
	name: string;
	parse: (row: Row) => unknown;
}

const parsers: readonly Parser[] = [
	{name: 'kinoteka', parse: ({title, mode, isPath}) => parseTitle(title, {mode, isPath})},
	{name: 'parse-torrent-title', parse: ({title}) => parseTorrentTitle.parse(title)},
	{name: '@ctrl/video-filename-parser', parse: ({title, mode}) => parseOrGiveUp(title, mode)},
];

/** This library throws for impossible dates; a title that it fails on still counts as read. */
function parseOrGiveUp(title: string, mode: TitleMode): unknown {
	try {
		return filenameParse(title, mode === 'tv');
	} catch {
		return null;
	}
}

/** About 3,000 names that cover the forms of release names, the same in every run. */
function generateRows(): Row[] {
	const shows = ['The.Quiet.Harbour', 'Iron Orchard', 'Nine.Lanterns.US', 'A_Paper_Moon', 'Стеклянный дом', 'Low Tide (2019)'];
	const numbers = ['.S01E02', ' - 1x05-06', '.2021.04.12', ' S02', '.S03E01E02', ' Season 1-3', '.E07', ' - 014', '.103', ' (S01E05)'];
	const films = [
		'The.Glass.Road.2014',
		'Northern Line (2009)',
		'Kalte.Sonne.2018.German.DL',
		'Ember AKA Brasa 1987',
		'Over.The.Fells.EXTENDED.2003',
	];
	const tails = [
		'.1080p.WEB-DL.DDP5.1.H.264-FERN',
		'.720p.HDTV.x264-MOSS',
		' [BluRay 2160p HEVC TrueHD 7.1][OAK]',
		'.MULTi.2160p.UHD.BluRay.x265.10bit.HDR-LARCH',
		' 480p DVDRip XviD-PINE',
		'.GERMAN.DUBBED.BDRip.x264-ELM',
	];
	const tv = shows.flatMap(show =>
		numbers.flatMap(number => tails.map(tail => ({title: show + number + tail, mode: 'tv' as const, isPath: false}))),
	);
	const movies = films.flatMap(film => tails.map(tail => ({title: film + tail, mode: 'movie' as const, isPath: false})));
	const anime = [1, 12, 112].map(number => ({
		title: `[Birch] Sora no Uta - ${number} (1080p) [0A1B2C3D].mkv`,
		mode: 'tv' as const,
		isPath: false,
	}));
	return Array.from({length: 7}, () => [...tv, ...movies, ...anime]).flat();
}

/** Lines of JSON with `title` and either `mode` or the scorer's `api`. */
function readRows(file: string): Row[] {
	const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	return lines.map(line => {
		const {title, mode, isPath, api = '', source = ''} = JSON.parse(line) as Partial<Row> & {api?: string; source?: string}; // our own file
		const movie = mode === 'movie' || (mode === undefined && (api.startsWith('movie') || source === 'radarr'));
		return {title: title ?? '', mode: movie ? 'movie' : 'tv', isPath: isPath ?? api.endsWith('-path')};
	});
}

/** Titles per second when all rows are read once. */
function measure({parse}: Parser, rows: Row[]): number {
	const started = process.hrtime.bigint();
	for (const row of rows) {
		parse(row);
	}
	return (rows.length * 1e9) / Number(process.hrtime.bigint() - started);
}

/**
 * Takes the best of several rounds, which other processes disturbed least. The parsers alternate, so
 * that all see the same load.
 */
function compare(rows: Row[], rounds: number): number[] {
	const best = parsers.map(() => 0);
	for (let round = 0; round < rounds; round++) {
		for (const [index, parser] of parsers.entries()) {
			best[index] = Math.max(best[index] ?? 0, measure(parser, rows));
		}
	}
	return best;
}

if (values.oracle) {
	process.exit(printOracle(Number(values.titles), Number(values.seed)) ? 0 : 1);
}
const rows = values.rows ? readRows(values.rows) : generateRows();
const speeds = compare(rows, Number(values.rounds));
const ours = speeds[0] ?? 0;
console.log(`${rows.length} titles, best of ${values.rounds} rounds`);
for (const [index, {name}] of parsers.entries()) {
	const speed = speeds[index] ?? 0;
	console.log(`${name.padEnd(28)} ${Math.round(speed).toLocaleString('en').padStart(10)} titles/s   ${(speed / ours).toFixed(2)} of ours`);
}
if (values.check && speeds.some(speed => speed > ours)) {
	process.exitCode = 1;
}
