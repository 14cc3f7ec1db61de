import test from 'ava';
import {newTransfer} from '#shared/domain/downloads/queue-item.ts';
import {toManualItem} from '#shared/store/downloads/manual-item.ts';
import type {NewRow} from '#shared/store/libraries/file-change-rows.ts';
import {ownMongodb} from '#test/helpers/line/own-servers.ts';
import {withOwnStores} from '#test/helpers/stores.ts';

const at = new Date('2026-01-01T00:00:00Z');

const row: NewRow = {
	changeId: 'change',
	number: 0,
	titleId: 'title',
	titleKind: 'movie',
	title: 'Harbour',
	what: 'file',
	fileId: 'file',
	from: '/films/Harbour.mkv',
	to: '/other/Harbour.mkv',
	fromRoot: '/films',
	toRoot: '/other',
	size: 8,
	links: 1,
	identity: '1:1',
	way: null,
	companions: [],
	state: 'planned',
	code: null,
};

test('a MongoDB that is killed right after a note knows it: of a copy before its name, of an extra, and of a pause', async t => {
	t.timeout(300_000);
	const server = await ownMongodb(t);
	const {downloads, fileChanges} = (await withOwnStores(t, server.url)).stores;
	const {rows} = fileChanges;
	const manual = toManualItem(
		{
			path: '/downloads/film.mkv',
			within: '/downloads',
			...{movieId: 'm1', seriesId: null, episodeIds: []},
			...{mode: 'copy', quality: null, languages: null, releaseGroup: null},
		},
		at,
	);
	const client = {id: 'c1', name: 'Client'};
	const item = await downloads.add({...manual, state: 'downloading', client, transfer: newTransfer(manual.release, 'd1', at)});
	await rows.add([row]);
	const [planned] = await rows.ofTitle('change', 'title');
	const notes: Record<string, () => Promise<unknown>> = {
		copy: async () => planned && rows.save([{...planned, placed: '2:7'}]),
		extra: () => rows.add([{...row, what: 'extra', from: '/films/poster.jpg', to: '/other/poster.jpg'}]),
		pause: () => downloads.noteHeld([{id: item.id, started: at}], true),
	};
	for (const note of Object.values(notes)) {
		await note();
		await server.kill();
		await server.startAgain();
	}
	const [extra, copy] = (await rows.ofTitle('change', 'title')).toSorted((a, b) => a.what.localeCompare(b.what));
	t.like({copy, extra}, {copy: {what: 'file', placed: '2:7'}, extra: {what: 'extra', to: '/other/poster.jpg'}});
	t.true((await downloads.get(item.id)).transfer?.held);
});
