import test from 'ava';
import {newTransfer} from '#shared/domain/downloads/queue-item.ts';
import {toManualItem} from '#shared/store/downloads/manual-item.ts';
import {withStores} from '#test/helpers/stores.ts';

const now = new Date('2026-01-01T00:00:00Z');
const titles = {movieId: 'm1', seriesId: null, episodeIds: []};
const kinds = {mode: 'copy', quality: null, languages: null, releaseGroup: null} as const;

test('an item that was sent again since its client was read does not spoil what is written of the others', async t => {
	const {downloads} = (await withStores(t)).stores;
	const add = async (name: string) => {
		const item = toManualItem({path: `/downloads/${name}.mkv`, within: '/downloads', ...titles, ...kinds}, now);
		const client = {id: 'c1', name: 'Client'};
		return downloads.add({...item, state: 'downloading', client, transfer: newTransfer(item.release, name, now)});
	};
	const [steady, retried] = [await add('steady'), await add('retried')];
	await downloads.move(retried.id, 'failedPending', {status: 'failed'});
	await downloads.reactivate(retried.id, {transfer: null});

	const change = {transfer: {sizeLeft: 5}};
	const written = await downloads.changeFollowed([
		{id: retried.id, started: now, change},
		{id: steady.id, started: now, change},
	]);
	t.deepEqual([...written], [steady.id]);
	t.deepEqual([...(await downloads.changeFollowed([{id: steady.id, started: new Date(0), change: {status: 'paused'}}]))], []);
	t.is((await downloads.get(steady.id)).transfer?.sizeLeft, 5);
	t.is((await downloads.get(retried.id)).transfer, null);
});
