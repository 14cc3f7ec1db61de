import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {buildItem} from '#test/helpers/world/movie.ts';
import {lookAtFolders} from '#workers/runtime/folder-reach.ts';
import {foldersOf} from '#workers/wiring/job-folders.ts';

test('grabs and polls go where the folders of a blackhole are, and what concerns one client where its own are', async t => {
	const {deps} = await withWorkerDeps(t);
	const {downloadClients, downloads} = deps;
	const blackhole = (name: string, more = {}) =>
		downloadClients.add(
			buildDownloadClient({
				...{name, kind: 'blackhole', url: null, directory: `/box/${name}/in`},
				settings: {protocol: 'torrent', watchFolder: `/box/${name}/out`},
				...more,
			}),
			new Date(),
		);
	const one = await blackhole('one');
	await blackhole('off', {enabled: false});
	const two = await blackhole('two');
	const other = await downloadClients.add(buildDownloadClient(), new Date());

	const ofOne = ['/box/one/in', '/box/one/out'];
	const ofTwo = ['/box/two/in', '/box/two/out'];
	const grab = {guid: 'a', indexerId: 'b', movieId: null, seriesId: null, episodeIds: null};
	t.deepEqual(await foldersOf.grabRelease?.(grab, deps), [...ofOne, ...ofTwo]);
	t.deepEqual(await foldersOf.trackDownloads?.({}, deps), [...ofOne, ...ofTwo]);
	const removal = (downloadClientId: string) => ({downloadClientId, downloadId: 'x', deleteData: true});
	t.deepEqual(await foldersOf.removeDownload?.(removal(two.id), deps), ofTwo);
	t.deepEqual(await foldersOf.removeDownload?.(removal(other.id), deps), []);
	const item = await downloads.add({...buildItem({}), client: {id: one.id, name: one.name}});
	t.deepEqual(await foldersOf.retryDownload?.({queueItemId: item.id}, deps), ofOne);
	t.deepEqual(await foldersOf.controlDownloads?.({queueItemIds: [item.id, 'gone'], action: 'pause'}, deps), ofOne);
});

test('the folder that a blackhole is given releases in is reached also while it is empty, the watched one is not', async t => {
	const {deps} = await withWorkerDeps(t);
	const box = (name: string) => join(deps.dataDir, name);
	const add = (name: string) =>
		deps.downloadClients.add(
			buildDownloadClient({
				...{name, kind: 'blackhole', url: null, directory: box(`${name}-in`)},
				settings: {protocol: 'torrent', watchFolder: box(`${name}-out`)},
			}),
			new Date(),
		);
	await add('here');
	await add('away');
	mkdirSync(box('here-in'));
	mkdirSync(box('here-out'));
	const look = async () => {
		const {reached, missing} = await lookAtFolders(deps);
		const names = (folders: typeof reached) =>
			folders
				.filter(({kind}) => kind === 'downloads')
				.map(({name}) => name)
				.sort();
		return [names(reached), names(missing)];
	};
	t.deepEqual(await look(), [['releases for here'], ['downloads of away', 'downloads of here', 'releases for away']]);
	writeFileSync(join(box('here-out'), 'film.mkv'), '');
	t.deepEqual(await look(), [
		['downloads of here', 'releases for here'],
		['downloads of away', 'releases for away'],
	]);
});
