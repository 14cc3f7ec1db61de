import {Buffer} from 'node:buffer';
import {mkdirSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs';
import {chmod, mkdir, rm, utimes, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {NotFound} from '#shared/errors.ts';
import {processorMs} from '#test/helpers/processor-ms.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {isStampOld, subtitlesBeside} from '#workers/integrations/subtitles-beside.ts';

const now = new Date();
const old = new Date('2020-01-01T00:00:00Z');

function withFolder(t: ExecutionContext) {
	const root = tempFolder(t);
	const {signal} = new AbortController();
	const check = (video: string) => subtitlesBeside(join(root, video), {now, signal});
	return {
		root,
		check,
		write(...paths: string[]) {
			for (const path of paths) {
				mkdirSync(dirname(join(root, path)), {recursive: true});
				writeFileSync(join(root, path), '1\n');
			}
		},
		/** `Film.en.srt: en`. */
		async found(video: string) {
			const {files} = await check(video);
			return Object.fromEntries(
				files.map(({path, language, forced, hearingImpaired}) => [
					path.slice(root.length + 1),
					[language ?? '-', ...(forced ? ['forced'] : []), ...(hearingImpaired ? ['hi'] : [])].join(' '),
				]),
			);
		},
	};
}

test('subtitles lie beside the video and in folders for them', async t => {
	const {write, found} = withFolder(t);
	write(
		'Film.mkv',
		'Film.en.srt',
		'Film.pt-BR.sdh.vtt',
		'Film.eng.forced.ass',
		'Film.sup',
		'Film.nfo',
		'Film-trailer.mkv',
		'Subs/2_German.srt',
		'Subs/Film/3_French.srt',
		'subtitles/Spanish/Film.srt',
		'Other/Film.it.srt',
		'Subs/deep/deeper/Film.nl.srt',
	);
	t.deepEqual(await found('Film.mkv'), {
		'Film.en.srt': 'en',
		'Film.eng.forced.ass': 'en forced',
		'Film.pt-BR.sdh.vtt': 'pt-br hi',
		'Film.sup': '-',
		'Subs/2_German.srt': 'de',
		'Subs/Film/3_French.srt': 'fr',
		'subtitles/Spanish/Film.srt': 'es',
	});
});

test('in a folder with several videos each has its own, and the parts of a film share theirs', async t => {
	const {write, found} = withFolder(t);
	write(
		'Show.S01E1.mkv',
		'Show.S01E10.mkv',
		'Show.S01E1.en.srt',
		'Show.S01E10.en.srt',
		'Subs/2_English.srt',
		'Subs/Show.S01E1/2_English.srt',
	);
	t.deepEqual(await found('Show.S01E1.mkv'), {'Show.S01E1.en.srt': 'en', 'Subs/Show.S01E1/2_English.srt': 'en'});
	t.deepEqual(await found('Show.S01E10.mkv'), {'Show.S01E10.en.srt': 'en'});
	write('Parts/Film - part1.mkv', 'Parts/Film - part2.mkv', 'Parts/Subs/2_English.srt');
	t.deepEqual(await found('Parts/Film - part1.mkv'), {'Parts/Subs/2_English.srt': 'en'});
});

test('a VobSub pair has the languages of its index', async t => {
	const {root, write, check, found} = withFolder(t);
	write('Film.mkv', 'Film.sub', 'Alone.idx', 'Text.mkv', 'Text.de.sub', 'Named.mkv', 'Named.fr.idx', 'Named.fr.sub');
	const times = Array.from({length: 5000}, (_, line) => `timestamp: 00:00:${line}:000, filepos: 00000000`).join('\n');
	await writeFile(join(root, 'Film.idx'), `# VobSub index file, v7\nid: en, index: 0\n${times}\nid: de, index: 1\n`);
	await writeFile(join(root, 'Named.fr.idx'), 'id: --, index: 0\n');
	const {files} = await check('Film.mkv');
	t.deepEqual(
		files.map(({path, language, format}) => [path.slice(root.length + 1), language, format]),
		[
			['Film.idx', 'en', 'vobsub'],
			['Film.idx', 'de', 'vobsub'],
		],
	);
	t.deepEqual(await found('Text.mkv'), {'Text.de.sub': 'de'});
	t.deepEqual(await found('Named.mkv'), {'Named.fr.idx': 'fr'});
	await writeFile(join(root, 'Film.idx'), Buffer.alloc(3_000_000, 0xff));
	t.deepEqual(await found('Film.mkv'), {'Film.idx': '-'});
});

test('links, empty files and odd names are left alone', async t => {
	const {root, write, found} = withFolder(t);
	write('Film.mkv', 'Film.en.srt', 'elsewhere/Film.de.srt');
	writeFileSync(join(root, 'Film.fr.srt'), '');
	symlinkSync(join(root, 'elsewhere/Film.de.srt'), join(root, 'Film.de.srt'));
	symlinkSync(root, join(root, 'Subs'));
	mkdirSync(join(root, 'Film.nl.srt'));
	mkdirSync(join(root, 'Film.avi'));
	writeFileSync(Buffer.concat([Buffer.from(join(root, 'Film.\u00e9.es.srt'), 'latin1')]), 'x');
	const long = `Film.${'x'.repeat(243)}.it.srt`;
	write(long.slice(0, 255));
	t.is(Buffer.byteLength(long), 255);
	t.deepEqual(await found('Film.mkv'), {'Film.en.srt': 'en', [long]: 'it'});
});

test('thousands of entries end at a limit', async t => {
	const {root, write, check} = withFolder(t);
	write('Film.mkv');
	for (let count = 0; count < 3000; count += 1) {
		writeFileSync(join(root, `Film.en.${count}.srt`), 'x');
		writeFileSync(join(root, `Other ${count}.mkv`), 'x');
	}
	for (let count = 0; count < 300; count += 1) {
		mkdirSync(join(root, `Subs/Film${'.'.repeat(count % 20)}/${count}`), {recursive: true});
	}
	const ms = await processorMs(async () => {
		const {files, stamp} = await check('Film.mkv');
		t.is(files.length, 200);
		t.true(stamp.split('\n').length <= 13);
	});
	t.true(ms < 5000, `${ms}`);
});

test('a folder that is gone is told of, one that may not be read holds nothing', async t => {
	const {root, write, check, found} = withFolder(t);
	await t.throwsAsync(check('gone/Film.mkv'), {instanceOf: NotFound, code: 'file_missing'});
	write('Film.mkv', 'Film.en.srt', 'Subs/2_German.srt');
	await chmod(join(root, 'Subs'), 0);
	const present = await found('Film.mkv');
	await chmod(join(root, 'Subs'), 0o755);
	t.is(present['Film.en.srt'], 'en');
});

test('the stamp tells of changes in each of the folders, and of those that could have come too soon to be seen', async t => {
	const {root, write, check} = withFolder(t);
	const isOld = (stamp: string, at = now) => isStampOld(root, stamp, {now: at, known: new Map()});
	const settle = () => {
		utimesSync(root, old, old);
		utimesSync(join(root, 'Subs'), old, old);
	};
	write('Film.mkv', 'Subs/2_German.srt');
	settle();
	const {stamp} = await check('Film.mkv');
	t.false(await isOld(stamp));
	await writeFile(join(root, 'Subs/3_French.srt'), 'x');
	t.true(await isOld(stamp));
	settle();
	t.false(await isOld(stamp));
	await mkdir(join(root, 'Subtitles'));
	t.true(await isOld(stamp));
	await rm(join(root, 'Subtitles'), {recursive: true});
	await utimes(root, now, now);
	const {stamp: young} = await check('Film.mkv');
	t.true(await isOld(young, new Date(Number(now) + 60_000)));
	await rm(root, {recursive: true});
	t.true(await isOld(stamp));
});

test('a trailer and a video that differs in capitals have their own subtitles', async t => {
	const {write, found} = withFolder(t);
	write('Film.mkv', 'Film.en.srt', 'Film-trailer.mkv', 'Film-trailer.de.srt', 'Subs/2_French.srt');
	t.deepEqual(await found('Film.mkv'), {'Film.en.srt': 'en', 'Subs/2_French.srt': 'fr'});
	write('film.mkv', 'film.it.srt');
	t.deepEqual(await found('Film.mkv'), {'Film.en.srt': 'en'});
	t.deepEqual(await found('film.mkv'), {'film.it.srt': 'it'});
});
