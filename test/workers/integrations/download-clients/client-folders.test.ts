import {mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {RemotePathMapping} from '#shared/domain/imports/map-remote-path.ts';
import {buildClientSettings} from '#test/helpers/build-download.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {createClientFolders} from '#workers/integrations/download-clients/client-folders.ts';
import {mountPoints} from '#workers/integrations/files/contained.ts';

interface Folders {
	mappings?: RemotePathMapping[];
	backups?: string;
	bin?: string;
}

/** A disk with a library, our own data, and the downloads of a client. */
function disk(t: ExecutionContext, {mappings = [], backups = '', bin = ''}: Folders = {}) {
	const top = tempFolder(t);
	const at = (path: string) => join(top, path);
	for (const path of ['library/film', 'data/downloads/abc', 'data/backups', 'downloads/film', 'outside/film', 'backups/one', 'bin/one']) {
		mkdirSync(at(path), {recursive: true});
	}
	const settings = {'backup.folder': backups && at(backups), 'media.recycleBin': bin && at(bin)};
	const local = mappings.map(mapping => ({...mapping, localPath: at(mapping.localPath)}));
	const folders = createClientFolders({
		dataDir: at('data'),
		rootFolders: {list: async () => [{path: at('library')}]},
		remotePathMappings: {list: async () => local},
		settings: {get: key => settings[key]},
	});
	const rtorrent = (directory: string | null) => buildClientSettings({kind: 'rtorrent', url: 'http://box.test/RPC2', directory});
	return {at, folders, rtorrent, settings};
}

test('only what lies below the directory of the client may be deleted', async t => {
	const {at, folders, rtorrent} = disk(t);
	const client = rtorrent(at('downloads'));
	const reasonFor = async (path: string) => (await folders.whyKept(path, client)).reason;
	t.is(await reasonFor(at('downloads/film')), null);
	t.is(await reasonFor(`${at('downloads/film')}/`), null);
	for (const path of [
		'downloads',
		'outside/film',
		'library',
		'library/film',
		'data',
		'data/backups',
		'data/downloads',
		'',
		'downloads/../library/film',
	]) {
		t.truthy(await reasonFor(path.includes('..') ? `${at('downloads')}/../library/film` : at(path)), path);
	}
	t.truthy(await reasonFor('/'));
	t.truthy(await reasonFor('relative/film'));
});

test('a directory that holds the library, or lies in it or in our own data, changes nothing', async t => {
	const {at, folders, rtorrent} = disk(t);
	for (const [directory, path] of [
		['', 'library/film'],
		['', 'library'],
		['', '.kinoteka-recycle/film'],
		['', 'data/backups'],
		['library', 'library/film'],
		['data', 'data/backups'],
	] as const) {
		t.truthy((await folders.whyKept(at(path), rtorrent(at(directory)))).reason, `${directory}, ${path}`);
	}
});

test('a download in which a disk is mounted stays', async t => {
	const {folders, rtorrent} = disk(t);
	const mount = (await mountPoints()).find(path => path.startsWith('/dev/'));
	const {reason} = await folders.whyKept('/dev', rtorrent('/'));
	// Linux alone says what is mounted.
	t.true(mount === undefined || /^\/dev.* is mounted in it$/.test(reason ?? ''), String(reason));
});

test('links are followed before anything is judged', async t => {
	const {at, folders, rtorrent} = disk(t);
	symlinkSync(at('library'), at('downloads/link'));
	symlinkSync(at('downloads'), at('link to downloads'));
	const client = rtorrent(at('downloads'));
	t.truthy((await folders.whyKept(at('downloads/link/film'), client)).reason);
	t.truthy((await folders.whyKept(`${at('downloads/link')}/film/gone`, client)).reason);
	t.is((await folders.whyKept(at('link to downloads/film'), client)).reason, null);
	// Of a link only the link itself goes.
	t.is((await folders.whyKept(`${at('downloads/link')}/`, client)).local, at('downloads/link'));
	const viaLink = rtorrent(at('link to downloads'));
	t.is((await folders.whyKept(at('downloads/film'), viaLink)).reason, null);
});

test('the folders of backups and of deleted files are kept wherever they are', async t => {
	const {at, folders, rtorrent} = disk(t, {backups: 'downloads/film', bin: 'downloads/bin'});
	const client = rtorrent(at('downloads'));
	t.truthy((await folders.whyKept(at('downloads/film'), client)).reason);
	t.truthy((await folders.whyKept(at('downloads/bin/one'), client)).reason);
	t.is((await folders.whyKept(at('downloads/other'), client)).reason, null);
});

test('a mapping of the host of the client says where its downloads are, one of another host does not', async t => {
	const mapping = {remotePath: '/box', localPath: 'downloads'};
	const {at, folders, rtorrent} = disk(t, {mappings: [{host: 'box.test', ...mapping}]});
	t.deepEqual(await folders.whyKept('/box/film', rtorrent(null)), {local: at('downloads/film'), reason: null});
	t.truthy((await folders.whyKept('/box', rtorrent(null))).reason);
	t.truthy((await folders.whyKept('/other/film', rtorrent(null))).reason);
	t.is((await folders.whyKept('/box/film', rtorrent('/box'))).reason, null);
	const other = disk(t, {mappings: [{host: 'other.test', ...mapping}]});
	t.truthy((await other.folders.whyKept(other.at('downloads/film'), other.rtorrent(null))).reason);
});

test('without any folder of the client nothing is deleted, but downloads from unguarded places are moved', async t => {
	const {at, folders, rtorrent} = disk(t);
	t.regex((await folders.whyKept(at('downloads/film'), rtorrent(null))).reason ?? '', /directory/);
	t.is(await folders.whyNotMoved(at('downloads/film'), rtorrent(null)), null);
	t.is(await folders.whyNotMoved(at('downloads/film'), null), null);
	for (const path of ['library/film', 'data/backups', 'data', '']) {
		t.truthy(await folders.whyNotMoved(at(path), rtorrent(null)), path);
	}
	t.truthy(await folders.whyNotMoved(at('outside/film'), rtorrent(at('downloads'))));
});

test('the built-in client and a blackhole have folders of their own', async t => {
	const {at, folders} = disk(t);
	const builtin = buildClientSettings({kind: 'builtin'});
	t.is(await folders.whyNotMoved(at('data/downloads/abc'), builtin), null);
	t.truthy(await folders.whyNotMoved(at('data/downloads'), builtin));
	t.truthy(await folders.whyNotMoved(at('downloads/film'), builtin));
	const hole = (watchFolder: string) =>
		buildClientSettings({kind: 'blackhole', directory: '/out', settings: {protocol: 'torrent', watchFolder}});
	t.is((await folders.whyKept(at('downloads/film'), hole(at('downloads')))).reason, null);
	t.truthy((await folders.whyKept(at('library/film'), hole(at('library')))).reason);
});
