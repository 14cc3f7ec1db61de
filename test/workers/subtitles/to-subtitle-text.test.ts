import {randomBytes} from 'node:crypto';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {Invalid} from '#shared/errors.ts';
import {spokenLines} from '#test/fixtures/spoken-lines.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {encodeText, srtOf} from '#test/helpers/encode-text.ts';
import {toSubtitleText} from '#workers/subtitles/to-subtitle-text.ts';

const movie = {language: 'en', episode: null, releaseName: 'Paper.Harbor.2019.1080p.WEB-DL.H.264-KITE'};
const episode = {seasonNumber: 1, episodeNumber: 2, absoluteEpisodeNumber: 2, title: 'The Door'};
const options = {format: 'original' as const, frameRate: 25};
const srt = (word: string) => srtOf([word], 3);

function convert(bytes: Buffer, wanted: Partial<typeof movie> | {episode: typeof episode} = {}) {
	return toSubtitleText({bytes, name: 'subtitle'}, {...movie, ...wanted}, options);
}

async function isRefused(t: ExecutionContext, bytes: Buffer, {code, message}: {code: string; message: RegExp}) {
	const error = await t.throwsAsync(() => convert(bytes), {instanceOf: Invalid});
	t.is((error as Invalid).code, code);
	t.regex(error.message, message);
	t.notRegex(error.message, /too long/);
}

test('a subtitle comes out as UTF-8 with plain line ends', async t => {
	const lines = spokenLines['ru']?.lines ?? [];
	const bytes = encodeText(srtOf(lines, 20).replaceAll('\n', '\r\n'), 'windows-1251');
	t.deepEqual(await convert(bytes, {language: 'ru'}), {text: srtOf(lines, 20), format: 'srt'});
	t.deepEqual(await convert(gzipSync(bytes), {language: 'ru'}), {text: srtOf(lines, 20), format: 'srt'});
});

test('the only subtitle of an archive is taken, whatever else is in it', async t => {
	const zip = buildZip([
		{name: 'read me.txt', content: 'Thanks'},
		{name: '__MACOSX/._film.srt', content: 'x'},
		{name: 'deep/er/film.srt', content: srt('Taken')},
		{name: 'film.nfo', content: 'x'},
	]);
	t.is((await convert(zip)).text, srt('Taken'));
});

test('an entry whose content is not what was packed is refused', async t => {
	const zip = buildZip([{name: 'film.srt', content: srt('Taken')}]);
	const checksum = zip.indexOf('PK\x01\x02') + 16;
	zip[checksum] = (zip[checksum] ?? 0) ^ 0xff;
	await isRefused(t, zip, {code: 'subtitle_archive', message: /damaged/});
});

test('the entry of the wanted episode is taken', async t => {
	const names = ['Glass River - 1x01.srt', 'Glass.River.S01E02.1080p.srt', 'Glass.River.S02E02.srt', 'Glass.River.S01E12.srt'];
	const zip = buildZip(names.map(name => ({name, content: srt(name)})));
	t.is((await convert(zip, {episode})).text, srt('Glass.River.S01E02.1080p.srt'));
	const bare = buildZip(['01.srt', '02.srt', '03.srt'].map(name => ({name: `Season 1/${name}`, content: srt(name)})));
	t.is((await convert(bare, {episode})).text, srt('02.srt'));
	const anime = buildZip(['[Kite] Glass River - 01.ass', '[Kite] Glass River - 02.srt'].map(name => ({name, content: srt(name)})));
	t.is((await convert(anime, {episode})).text, srt('[Kite] Glass River - 02.srt'));
	const other = buildZip([{name: 'Glass.River.S01E05.srt', content: srt('x')}]);
	await t.throwsAsync(() => convert(other, {episode}), {message: /season 1, episode 2/});
});

test('the entry in the wanted language is taken, then the one for the release', async t => {
	const zip = buildZip([
		{name: 'Film.de.srt', content: srt('de')},
		{name: 'Film.eng.srt', content: srt('en')},
		{name: 'Film.eng.forced.srt', content: srt('forced')},
	]);
	t.is((await convert(zip)).text, srt('en'));
	t.is((await convert(zip, {language: 'de'})).text, srt('de'));
	await t.throwsAsync(
		() =>
			convert(
				buildZip([
					{name: 'Film.de.srt', content: srt('x')},
					{name: 'Film.fr.srt', content: srt('x')},
				]),
			),
		{
			message: /other languages/,
		},
	);
	const releases = buildZip([
		{name: 'Paper.Harbor.2019.BluRay-LARK.srt', content: srt('LARK')},
		{name: 'Paper.Harbor.2019.WEB-DL-KITE.srt', content: srt('KITE')},
	]);
	t.is((await convert(releases)).text, srt('KITE'));
	await t.throwsAsync(() => convert(releases, {releaseName: null as unknown as string}), {message: /which of its subtitles fits/});
});

test('a film in parts is refused', async t => {
	const zip = buildZip(['Film.CD1.srt', 'Film.CD2.srt'].map(name => ({name, content: srt(name)})));
	await isRefused(t, zip, {code: 'subtitle_archive', message: /in parts/});
});

for (const name of ['../film.srt', 'a/../../film.srt', '/etc/film.srt', 'C:/film.srt', '..\\film.srt']) {
	test(`an entry called ${name} makes the archive refused`, async t => {
		const zip = buildZip([
			{name: 'fine.srt', content: srt('x')},
			{name, content: srt('x')},
		]);
		await isRefused(t, zip, {code: 'subtitle_archive', message: /cannot be used/});
	});
}

test('links, archives in archives, and too many entries are refused', async t => {
	const refused = (files: Parameters<typeof buildZip>[0], message: RegExp) =>
		isRefused(t, buildZip(files), {code: 'subtitle_archive', message});
	await refused([{name: 'film.srt', content: '/etc/passwd', mode: 0o120777}], /link/);
	await refused([{name: 'film.srt', content: 'x', mode: 0o060644}], /neither a file/);
	await refused([{name: 'film.zip', content: buildZip([{name: 'film.srt', content: srt('x')}])}], /further archives/);
	await refused([{name: 'film.srt', content: buildZip([{name: 'film.srt', content: srt('x')}])}], /another archive/);
	await refused(
		Array.from({length: 101}, (_, index) => ({name: `${index}.srt`, content: srt('x')})),
		/101 entries/,
	);
	await refused([], /no subtitle/);
	await isRefused(t, gzipSync(gzipSync(srt('x'))), {code: 'subtitle_archive', message: /another archive/});
});

test('an archive that unpacks to more than it may is refused, also when it lies', async t => {
	const bomb = Buffer.alloc(64 * 1024 * 1024, 'a');
	const cases = [
		buildZip([{name: 'film.srt', content: bomb}]),
		buildZip([{name: 'film.srt', content: bomb, declaredSize: 1000}]),
		buildZip([
			{name: 'film.srt', content: srt('x')},
			{name: 'rest.bin', content: bomb},
		]),
		gzipSync(bomb),
	];
	for (const bytes of cases) {
		await isRefused(t, bytes, {code: 'subtitle_archive', message: /5 MiB|too many bytes/});
	}
});

test('other archives are refused with their kind', async t => {
	const refused = (head: string | Buffer, message: RegExp, code = 'subtitle_archive') =>
		isRefused(t, Buffer.concat([Buffer.from(head as string, 'latin1'), Buffer.alloc(500, 7)]), {code, message});
	await refused('Rar!\x1a\x07\x01\x00', /rar archive; only zip and gzip/);
	await refused('7z\xbc\xaf\x27\x1c', /7z archive/);
	await refused('\x89PNG\r\n', /picture/, 'subtitle_unreadable');
	await refused('%PDF-1.7', /pdf/, 'subtitle_unreadable');
	await refused('PK\x03\x04broken', /cannot be used/);
});

test('5 MB of rubbish, whatever kind, is refused in time and does not hold up the process', async t => {
	const bytes = 5 * 1024 * 1024;
	const rubbish = {
		random: randomBytes(bytes),
		'without zeros': Buffer.from(randomBytes(bytes).map(byte => byte || 1)),
		zeros: Buffer.alloc(bytes),
		'one line': Buffer.alloc(bytes, 'abc '),
		'numbers and arrows': Buffer.alloc(bytes, '1 --> 00:00:99 -->\n'),
		'times without text': Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n\n'.repeat(150_000)),
		brackets: Buffer.alloc(bytes, '{<[(&'),
		'high bytes': Buffer.alloc(bytes, 0xe5),
		page: Buffer.concat([Buffer.from('<!DOCTYPE html><html><body>'), Buffer.alloc(bytes - 40, '<p>no</p>\n')]),
		'open tags': Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'), Buffer.alloc(bytes - 60, '<script><!--')]),
	};
	for (const content of Object.values(rubbish)) {
		await isRefused(t, content, {code: 'subtitle_unreadable', message: /cannot be used/});
	}
});
