import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {buildSubtitleCriteria, lampEpisode} from '#test/helpers/build-subtitle-criteria.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {languageOfName} from '#workers/integrations/subtitles/folder/match-name.ts';

const signal = new AbortController().signal;

async function folderWorld(t: ExecutionContext, files: string[], dailyLimit: number | null = null) {
	const {deps} = await withWorkerDeps(t);
	const url = tempFolder(t);
	for (const file of files) {
		mkdirSync(dirname(join(url, file)), {recursive: true});
		writeFileSync(join(url, file), `content of ${file}`);
	}
	const settings = {name: 'Shelf', kind: 'folder' as const, url, apiKey: '', username: '', password: '', enabled: true};
	const {id} = await deps.subtitleProviders.add({...settings, priority: 25, dailyLimit, timeoutSeconds: patienceMs / 1000}, new Date());
	return {deps, url, id, client: deps.openSubtitleProvider(await deps.subtitleProviders.get(id))};
}

test('files and archives are found by title, season and episode at any of four depths', async t => {
	const {client} = await folderWorld(t, [
		'The Lamp - 02x05 - The Wick.WEB.BRISK.English.HI.C.orig.Addic7ed.com.srt',
		'The.Lamp.S02E05.1080p.WEB-DL.x264-GLOW.fr.srt',
		'exports/The Lamp/Season 2/The.Lamp.S02E05.720p.HDTV-DUSK.eng.forced.ass',
		'exports/The Lamp/English/The.Lamp.S02.1080p.BluRay.x264-GLOW.zip',
		'a/b/c/d/e/The.Lamp.S02E05.en.srt',
		'The.Lamp.S02E06.en.srt',
		'The.Lamp.Post.S02E05.en.srt',
		'The.Lamp.S02E05.en.nfo',
		'The.Lamp.S02E05.srt',
	]);
	const found = await client.search(buildSubtitleCriteria({title: 'The Lamp', episode: lampEpisode}), signal);
	t.deepEqual(
		found
			.map(({id, hearingImpaired, forced, episodeNumber, format}) => [id.split('/').at(-1), hearingImpaired, forced, episodeNumber, format])
			.sort(),
		[
			['The Lamp - 02x05 - The Wick.WEB.BRISK.English.HI.C.orig.Addic7ed.com.srt', true, false, 5, 'srt'],
			['The.Lamp.S02.1080p.BluRay.x264-GLOW.zip', false, false, null, 'zip'],
			['The.Lamp.S02E05.720p.HDTV-DUSK.eng.forced.ass', false, true, 5, 'ass'],
		],
	);
});

test('a movie is found by its title and year', async t => {
	const {client} = await folderWorld(t, [
		'Paper.Harbor.2019.1080p.BluRay.x264-LANTERN.en.srt',
		'Paper.Harbor.2018.DVDRip.x264-TIDE_en.zip',
		'Paper.Harbor.1977.en.srt',
		'Paper.Harbor.S01E01.en.srt',
	]);
	const found = await client.search(buildSubtitleCriteria(), signal);
	t.deepEqual(found.map(({id}) => id).sort(), [
		'Paper.Harbor.2018.DVDRip.x264-TIDE_en.zip',
		'Paper.Harbor.2019.1080p.BluRay.x264-LANTERN.en.srt',
	]);
});

test('nothing outside of the folder is read, neither by a path nor by a link', async t => {
	const {client, url, deps, id} = await folderWorld(t, ['sub/Paper.Harbor.2019.en.srt'], 2);
	const secret = join(tempFolder(t), 'Paper.Harbor.2019.en.srt');
	writeFileSync(secret, 'secret');
	symlinkSync(secret, join(url, 'Paper.Harbor.2019.en.srt'));
	symlinkSync(dirname(secret), join(url, 'linked'));
	const [found] = await client.search(buildSubtitleCriteria(), signal);
	t.is(found?.id, 'sub/Paper.Harbor.2019.en.srt');
	for (const path of ['Paper.Harbor.2019.en.srt', 'linked/Paper.Harbor.2019.en.srt', `../${secret}`, secret, '.', '', 'sub', 'none.srt']) {
		await t.throwsAsync(client.download({id: path}, signal), undefined, path);
	}
	t.deepEqual(await client.download({id: 'sub/Paper.Harbor.2019.en.srt'}, signal), {
		bytes: Buffer.from('content of sub/Paper.Harbor.2019.en.srt'),
		name: 'Paper.Harbor.2019.en.srt',
	});
	await client.download({id: 'sub/Paper.Harbor.2019.en.srt'}, signal);
	await t.throwsAsync(client.download({id: 'sub/Paper.Harbor.2019.en.srt'}, signal), {code: 'quota_used_up'});
	t.is((await deps.subtitleProviders.get(id)).remaining, 0);
});

test('a test counts what is there, and says when the folder is not', async t => {
	const {client, deps, id} = await folderWorld(t, ['a.srt', 'b/c.zip', 'd.txt']);
	t.deepEqual((await client.test(signal)).details, ['2 subtitles and archives.']);
	const missing = deps.openSubtitleProvider({...(await deps.subtitleProviders.get(id)), url: '/nowhere/at/all'});
	await t.throwsAsync(missing.test(signal), {code: 'path_not_visible'});
	await t.throwsAsync(missing.search(buildSubtitleCriteria(), signal), {code: 'path_not_visible'});
});

const names: [string, string | null][] = [
	['A.Film.2019-GRP.en.srt', 'en'],
	['A.Film.2019-GRP.pt-BR.sdh.srt', 'pt-br'],
	['A.Film.2019-GRP.eng.forced.srt', 'en'],
	['A.Film.2019-GRP.ger.zip', 'de'],
	['A.Film.2019-GRP.zh-TW.srt', 'zh-tw'],
	['Show - 01x02 - Name.WEB.Portuguese (Brazilian).C.orig.Addic7ed.com.srt', 'pt-br'],
	['Show - 01x02 - Name.WEB.French.HI.C.updated.Addic7ed.com.srt', 'fr'],
	['German/A.Film.2019-GRP.srt', 'de'],
	['pob/A.Film.2019-GRP.srt', 'pt-br'],
	['The.English.Film.Of.A.Very.Long.Name.With.Many.Words.2019.1080p.x264-GRP.srt', null],
	['A.Film.2019-GRP.srt', null],
];
for (const [name, language] of names) {
	test(`the language of ${name} is ${language}`, t => {
		t.is(languageOfName(name), language);
	});
}
