import {existsSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {mkdir, rename, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {buildClientSettings, buildDownload, buildFolderTorrent, buildTorrent} from '#test/helpers/build-download.ts';
import {withStores} from '#test/helpers/stores.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {createBlackhole} from '#workers/integrations/download-clients/blackhole/blackhole-client.ts';

const {signal} = new AbortController();
const title = 'The.Lamp.2024.1080p.WEB-DL-NOBODY';
const nzb = Buffer.from('<nzb/>');
const usenet = {torrent: null, infoHash: null, nzb};

/** Both folders, with downloads that count as finished once they did not change between two looks. */
async function withBlackhole(t: ExecutionContext, protocol: 'torrent' | 'usenet', settings: DownloadClientSettings['settings'] = {}) {
	const {stores, connection} = await withStores(t);
	const folder = tempFolder(t);
	const [out, back] = [join(folder, 'out'), join(folder, 'back')];
	mkdirSync(out);
	mkdirSync(back);
	const record = buildClientSettings({
		kind: 'blackhole',
		directory: out,
		settings: {protocol, watchFolder: back, stableSeconds: 5, ...settings},
	});
	const open = (id = record.id) => createBlackhole({...record, id}, stores);
	const client = open();
	const list = () => client.list(signal);
	/** As if its files had not changed for so long. */
	const wait = (seconds: number) =>
		connection
			.collection('watchedDownloads')
			.updateMany({unchangedSince: {$ne: null}}, [{$set: {unchangedSince: {$subtract: ['$unchangedSince', seconds * 1000]}}}]);
	return {client, open, list, wait, out, back, folder, stores};
}

test('a torrent is written whole and under its name, and followed until the other program has finished it', async t => {
	const {client, list, wait, out, back} = await withBlackhole(t, 'torrent');
	const torrent = buildTorrent();
	const download = buildDownload({torrent});
	t.is(await client.add(download, signal), String(download.infoHash));
	t.deepEqual(readdirSync(out), [`${title}.torrent`]);
	t.deepEqual(new Uint8Array(readFileSync(join(out, `${title}.torrent`))), new Uint8Array(torrent));
	t.like(await list(), [{downloadId: download.infoHash, title, status: 'queued', outputPath: null, removable: false}]);

	await rm(join(out, `${title}.torrent`)); // the other program takes it
	t.like(await list(), [{status: 'downloading', outputPath: null}]);
	const path = join(back, `${title}.mkv`);
	await writeFile(path, 'some');
	t.like(await list(), [{status: 'downloading', outputPath: null}]);
	await wait(3);
	await writeFile(path, 'some more');
	t.like(await list(), [{status: 'downloading'}], 'it grew');
	await wait(6);
	t.like(await list(), [{status: 'completed', outputPath: path, size: 9, sizeLeft: 0, removable: false}]);
});

test('a usenet job is found by its name however the other program writes it, and removed with its files', async t => {
	const {client, list, wait, out, back} = await withBlackhole(t, 'usenet');
	const id = await client.add(buildDownload(usenet), signal);
	t.is(id, title);
	t.deepEqual(readdirSync(out), [`${title}.nzb`]);
	const job = join(back, 'The Lamp (2024) 1080p WEB-DL_NOBODY');
	await mkdir(job);
	await writeFile(join(job, 'a.mkv'), 'film');
	await writeFile(join(back, 'somebody-else.mkv'), 'other');
	await list();
	await wait(6);
	t.like(await list(), [{downloadId: id, status: 'completed', outputPath: job, removable: true}]);
	await client.remove(id, {deleteData: true}, signal);
	t.deepEqual(readdirSync(back), ['somebody-else.mkv']);
	t.deepEqual(readdirSync(out), [], 'what nobody has taken is taken back');
	t.deepEqual(await list(), []);
	await client.remove(id, {deleteData: true}, signal);
});

for (const [name, file] of [
	['a partial file', 'film.mkv.part'],
	['a folder that is being unpacked', '_UNPACK_x/film.mkv'],
	['an empty folder', null],
] as const) {
	test(`${name} is not finished, however long it lies there`, async t => {
		const {client, list, wait, back} = await withBlackhole(t, 'usenet');
		await client.add(buildDownload(usenet), signal);
		const job = join(back, title);
		await mkdir(join(job, '_UNPACK_x'), {recursive: true});
		if (file) {
			await writeFile(join(job, file), 'film');
		}
		await list();
		await wait(3600);
		t.like(await list(), [{status: 'downloading', outputPath: null}]);
	});
}

test('a release is written once, and again only if a crash came before it was', async t => {
	const {client, open, out, stores} = await withBlackhole(t, 'usenet');
	const download = buildDownload(usenet);
	const id = await client.add(download, signal);
	await rm(join(out, `${title}.nzb`));
	t.is(await open().add(download, signal), id);
	t.deepEqual(readdirSync(out), []);
	await stores.watchedDownloads.change({clientId: 'client-1', downloadId: id}, {written: false});
	await open().add(download, signal);
	t.deepEqual(readdirSync(out), [`${title}.nzb`]);
});

test('a release that was not written is listed only once something of it is there', async t => {
	const {client, list, out, back} = await withBlackhole(t, 'usenet');
	await rm(out, {recursive: true});
	await t.throwsAsync(client.add(buildDownload(usenet), signal));
	await t.throwsAsync(client.list(signal), {code: 'file_missing'}, 'nobody knows what is in a folder that is away');
	mkdirSync(out);
	t.deepEqual(await list(), []);
	await writeFile(join(out, `${title}.nzb`), nzb);
	t.like(await list(), [{status: 'queued'}], 'its writer died just after that');
	await rename(join(out, `${title}.nzb`), join(back, `${title}.mkv`));
	t.is((await list()).length, 1);
});

test('of two releases that get one name at the same time one is refused, and neither writes over the other', async t => {
	const {open, out, stores} = await withBlackhole(t, 'torrent');
	const torrents = ['a', 'b', 'c', 'd'].map(name => ({torrent: buildFolderTorrent([`${name}.mkv`], name), infoHash: name.repeat(40)}));
	const outcomes = await Promise.allSettled(torrents.map((each, index) => open(`client-${index % 2}`).add(buildDownload(each), signal)));
	const taken = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []));
	t.is(taken.length, 1);
	const [winner] = torrents.filter(({infoHash}) => infoHash === taken[0]);
	t.deepEqual(new Uint8Array(readFileSync(join(out, `${title}.torrent`))), new Uint8Array(winner!.torrent)); // one was taken
	const stored = await Promise.all(['client-0', 'client-1'].map(id => stores.watchedDownloads.ofClient(id)));
	t.is(stored.flat().length, 1);
});

test('a file of somebody else is not replaced', async t => {
	const {client, out} = await withBlackhole(t, 'usenet');
	await writeFile(join(out, `${title}.nzb`), 'mine');
	await t.throwsAsync(client.add(buildDownload(usenet), signal), {code: 'download_refused', message: /there already/});
	t.is(readFileSync(join(out, `${title}.nzb`), 'utf8'), 'mine');
});

test('names lead out of neither folder', async t => {
	const {client, list, out, back, folder} = await withBlackhole(t, 'usenet');
	for (const bad of ['../../escape', '/etc/passwd', '..', '.hidden', 'a\0b', 'x'.repeat(400)]) {
		await client.add(buildDownload({...usenet, title: bad}), signal);
	}
	t.is(readdirSync(out).filter(name => name.endsWith('.nzb') && !name.startsWith('.')).length, 6);
	t.deepEqual(readdirSync(folder).toSorted(), ['back', 'out']);
	t.deepEqual(readdirSync(back), []);
	t.is((await list()).length, 6);
});

test('a link in the watched folder is neither imported nor followed by a removal', async t => {
	const {client, list, wait, back, folder} = await withBlackhole(t, 'usenet');
	const id = await client.add(buildDownload(usenet), signal);
	const precious = join(folder, 'precious');
	await mkdir(precious);
	await writeFile(join(precious, 'film.mkv'), 'film');
	await symlink(precious, join(back, title));
	await list();
	await wait(60);
	t.like(await list(), [{status: 'queued', outputPath: null}]);
	const job = join(back, title);
	await rm(job);
	await mkdir(job);
	await symlink(precious, join(job, 'inside'));
	await client.remove(id, {deleteData: true}, signal);
	t.false(existsSync(job));
	t.true(existsSync(join(precious, 'film.mkv')));
});

test('what lies in the watched folder before a grab is never taken for it', async t => {
	const {client, back} = await withBlackhole(t, 'usenet');
	await mkdir(join(back, title));
	await t.throwsAsync(client.add(buildDownload(usenet), signal), {
		instanceOf: UpstreamFailed,
		code: 'download_refused',
		message: /there already/,
	});
	await rm(join(back, title), {recursive: true});
	await client.add(buildDownload(usenet), signal);
});

test('a torrent program keeps its files, unless the record says otherwise', async t => {
	for (const readOnly of [undefined, false]) {
		const {client, list, wait, back} = await withBlackhole(t, 'torrent', readOnly === undefined ? {} : {readOnly});
		const id = await client.add(buildDownload(), signal);
		await writeFile(join(back, `${title}.mkv`), 'film');
		await list();
		await wait(6);
		t.like(await list(), [{status: 'completed', removable: readOnly === false}]);
		await client.remove(id, {deleteData: true}, signal);
		t.is(existsSync(join(back, `${title}.mkv`)), readOnly === undefined);
	}
});

test('magnet links are written only if the other program reads them', async t => {
	const magnet = buildDownload({torrent: null, magnetUrl: `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=${title}`, infoHash: 'ab'.repeat(20)});
	const without = await withBlackhole(t, 'torrent');
	await t.throwsAsync(without.client.add(magnet, signal), {code: 'download_refused', message: /saveMagnetFiles/});
	const having = await withBlackhole(t, 'torrent', {saveMagnetFiles: true});
	t.is(await having.client.add(magnet, signal), 'ab'.repeat(20));
	t.is(readFileSync(join(having.out, `${title}.magnet`), 'utf8'), String(magnet.magnetUrl));
});

test('each record follows its own downloads, and takes only its protocol', async t => {
	const {client, open} = await withBlackhole(t, 'usenet');
	await client.add(buildDownload(usenet), signal);
	t.deepEqual(await open('client-2').list(signal), []);
	await t.throwsAsync(client.add(buildDownload(), signal), {instanceOf: Invalid, code: 'wrong_protocol'});
});

test('a test looks at both folders from where downloads are followed', async t => {
	const {client, out, back, folder} = await withBlackhole(t, 'usenet');
	t.regex((await client.test(signal)).details.join(' '), /usenet.*waits for them/);
	t.deepEqual(readdirSync(out), []);
	await rename(back, join(folder, 'moved'));
	await t.throwsAsync(client.test(signal), {instanceOf: Invalid, code: 'folder_unusable', message: /not a folder on the machine/});
	await t.throwsAsync(client.list(signal), {code: 'file_missing'}, 'a folder that is gone is no empty list');
	await symlink(out, back);
	await t.throwsAsync(client.test(signal), {code: 'folder_unusable', message: /in each other/});
});

test('a record without its settings cannot be opened', async t => {
	const {stores} = await withStores(t);
	const error = t.throws(() => createBlackhole(buildClientSettings({kind: 'blackhole', directory: '/out'}), stores), {instanceOf: Invalid});
	t.deepEqual(
		(error as Invalid).faults.map(({path}) => path),
		['settings.protocol', 'settings.watchFolder'],
	);
});

test('a finished download that cannot be looked at does not hold up the others', async t => {
	const {client, list, wait, back} = await withBlackhole(t, 'usenet');
	for (const name of ['The.Lamp.2024', 'The.Mill.2024']) {
		await client.add(buildDownload({...usenet, title: name}), signal);
		await mkdir(join(back, name));
		await writeFile(join(back, name, 'film.mkv'), 'film');
	}
	const odd = Buffer.concat([Buffer.from(join(back, 'The.Lamp.2024/caf')), Buffer.from([0xe9]), Buffer.from('.mkv')]);
	await writeFile(odd, 'film');
	await list();
	await wait(6);
	t.like(await list(), [
		{title: 'The.Lamp.2024', status: 'warning', outputPath: null},
		{title: 'The.Mill.2024', status: 'completed'},
	]);
	t.regex(String((await list())[0]?.message), /is not UTF-8/);
});

test('a release whose download would have the name of another one is refused', async t => {
	const {client, list, wait, back} = await withBlackhole(t, 'torrent');
	await client.add(buildDownload({torrent: buildFolderTorrent(['a.mkv'], 'disc'), title: 'The.Lamp.2024'}), signal);
	const same = [
		{torrent: buildFolderTorrent(['a.mkv'], 'Disc'), title: 'The.Mill.2024', infoHash: 'b'.repeat(40)},
		{torrent: buildFolderTorrent(['a.mkv'], 'other'), title: 'The Lamp 2024', infoHash: 'c'.repeat(40)},
	];
	for (const each of same) {
		await t.throwsAsync(client.add(buildDownload(each), signal), {instanceOf: UpstreamFailed, message: /on its way/});
	}
	await client.add(buildDownload({torrent: buildFolderTorrent(['a.mkv'], '!!!'), title: '???', infoHash: 'd'.repeat(40)}), signal);
	await writeFile(join(back, '---'), 'somebody else');
	await list();
	await wait(6);
	t.true((await list()).every(({outputPath}) => outputPath === null));
});

test('what was to be taken back is removed once its folder is there', async t => {
	const {client, list, out} = await withBlackhole(t, 'usenet');
	const id = await client.add(buildDownload(usenet), signal);
	await rename(out, `${out}-away`);
	await t.throwsAsync(client.remove(id, {deleteData: true}, signal), {code: 'file_missing'});
	await rename(`${out}-away`, out);
	t.like(await list(), [{downloadId: id}]);
	await client.remove(id, {deleteData: true}, signal);
	t.deepEqual(readdirSync(out), []);
	t.deepEqual(await list(), []);
});

test('a release whose worker died right after writing it is followed when the other program takes it', async t => {
	const {client, list, out, stores} = await withBlackhole(t, 'usenet');
	const downloadId = await client.add(buildDownload(usenet), signal);
	const [stored] = await stores.watchedDownloads.ofClient(buildClientSettings({}).id);
	t.is(stored?.downloadId, downloadId);
	await stores.watchedDownloads.change(stored!, {written: false});
	t.like(await list(), [{downloadId, status: 'queued'}]);
	await rm(join(out, `${title}.nzb`));
	t.like(await list(), [{downloadId, status: 'downloading'}]);
});
