import test from 'ava';
import {type CsvFault, decodeText, readCsvList} from '#shared/providers/read-csv.ts';

const imdb = `Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,Year
1,tt0000001,2024-01-01,,"two ""quoted"" words, and
a line",Lamp,Lamp,https://www.imdb.com/title/tt0000001/,Movie,7.1,2001
2,tt0000007,2024-01-01,,,Lanterns,Lanterns,https://www.imdb.com/title/tt0000007/,TV Series,8,2020
3,tt0000008,2024-01-01,,,Chapter 1,Chapter 1,https://www.imdb.com/title/tt0000008/,TV Episode,8,2020
`;
const letterboxd = 'Date,Name,Year,Letterboxd URI\n2024-01-01,Überfahrt,2002,https://boxd.it/1\n';
const custom =
	'Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2024-01-01,Best,,https://boxd.it/x,\n\nPosition,Name,Year,URL,Description\n1,Kite,2005,https://boxd.it/2,\n';

const names = async (text: string, media: 'movies' | 'series' = 'movies') => {
	const found = await readCsvList(text, media);
	return Array.isArray(found) ? found.map(({ids, title, year}) => `${ids.imdbId ?? '-'} ${title} ${year}`) : found;
};

test('exports of IMDb and Letterboxd are read', async t => {
	t.deepEqual(await names(imdb), ['tt0000001 Lamp 2001']);
	t.deepEqual(await names(imdb, 'series'), ['tt0000007 Lanterns 2020']);
	t.deepEqual(await names(letterboxd), ['- Überfahrt 2002']);
	t.deepEqual(await names(custom), ['- Kite 2005'], 'behind the lines about the list');
	t.deepEqual(await names(letterboxd.replaceAll(',', ';').replaceAll('\n', '\r\n')), ['- Überfahrt 2002']);
	t.deepEqual(await names(letterboxd.replaceAll(',', '\t')), ['- Überfahrt 2002']);
	t.deepEqual(await names('Date,Name,Year,Letterboxd URI\n'), []);
	const types = [
		'Movie',
		'TV Movie',
		'TV Special',
		'Short',
		'Video',
		'Video Game',
		'Music Video',
		'Podcast Series',
		'Podcast Episode',
		'TV Mini Series',
	];
	const rows = types.map((type, index) => `tt000000${index},${type},${type},2001`).join('\n');
	t.deepEqual(
		((await readCsvList(`Const,Title,Title Type,Year\n${rows}\n`, 'movies')) as {title: string}[]).map(({title}) => title),
		['Movie', 'TV Movie', 'TV Special', 'Short', 'Video'],
	);
	t.deepEqual(await names(`Const,Title,Title Type,Year\n${rows}\n`, 'series'), ['tt0000009 TV Mini Series 2001']);
});

test('a line may lack the last columns if it names its title, as exports of IMDb do', async t => {
	const rows = 'Const,Title,Title Type,Year,Genres,Directors\ntt0000001,Lamp,Movie,2001\ntt0000002,Harbour,Movie,2002,Drama,Vera\n';
	t.deepEqual(await names(rows), ['tt0000001 Lamp 2001', 'tt0000002 Harbour 2002']);
});

test('a file that is cut or is no such list names its line', async t => {
	t.like(await names('hello\nworld\n'), {line: 1});
	t.like(await names(''), {line: 1});
	t.like(await names(`${letterboxd}2024-01-01,Half`), {line: 3, message: 'The line has 2 fields, and there are 4 columns'});
	t.like(await names(imdb.slice(0, imdb.indexOf('words'))), {
		line: 2,
		message: 'A quotation mark is not closed; the file may be incomplete',
	});
	t.like(await names(`Name,Year\n${'Lamp,2001\n'.repeat(50_001)}`), {message: 'The file has more than 50000 lines'});
});

test('a text is read in every encoding that exports have', async t => {
	const utf16 = Buffer.from(letterboxd, 'utf16le');
	const files = [
		Buffer.from(letterboxd),
		Buffer.from(`\uFEFF${letterboxd}`),
		utf16,
		Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
		Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
		Buffer.from(letterboxd, 'latin1'),
	];
	for (const file of files) {
		t.deepEqual(await names(decodeText(file)), ['- Überfahrt 2002']);
	}
});

test('a line with a million columns, or one without an end, is refused and leaves others their turn', async t => {
	let turns = 0;
	let isOver = false;
	const count = () => {
		turns += 1;
		isOver || setImmediate(count);
	};
	count();
	const faultOf = async (text: string) => (await readCsvList(text, 'movies')) as CsvFault; // a list has no such fields
	t.deepEqual(await faultOf(`Name,Year${',x'.repeat(1_000_000)}\n`), {line: 1, message: 'The line has more than 256 KiB'});
	t.deepEqual(await faultOf(`Name,Year\n${'x'.repeat(300_000)},2020\n`), {line: 2, message: 'The line has more than 256 KiB'});
	t.deepEqual(await faultOf(`Name,Year${','.repeat(1_000_000)}\n`), {line: 1, message: 'The line has more than 200 columns'});
	isOver = true;
	t.true(turns > 10, `${turns} turns`);
});
