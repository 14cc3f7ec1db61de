import {randomUUID} from 'node:crypto';
import test from 'ava';
import {serve} from '#test/helpers/serve.ts';

test('the blocklist of subtitles is listed by title, newest first, and its entries can be removed', async t => {
	const {call, deps} = await serve(t);
	const movieId = randomUUID();
	const entry = {providerId: 'p', provider: 'Site', title: 'Film', release: null, language: 'en', reason: 'Out of step.', seriesId: null};
	const at = (day: number) => new Date(Date.UTC(2026, 0, day));
	await deps.subtitleBlocklist.add({...entry, subtitleId: '1', movieId, episodeIds: [], addedAt: at(1)});
	await deps.subtitleBlocklist.add({...entry, subtitleId: '2', movieId, episodeIds: [], addedAt: at(2)});
	await deps.subtitleBlocklist.add({...entry, subtitleId: '1', movieId, episodeIds: [], addedAt: at(3)});
	await deps.subtitleBlocklist.add({...entry, subtitleId: '1', movieId: null, episodeIds: ['e1', 'e2'], addedAt: at(4)});
	const all = await call('GET /api/subtitle-blocklist');
	t.is(all.body.pagination.total, 3, 'a subtitle is listed once for a title');
	const {body} = await call(`GET /api/subtitle-blocklist?movieId=${movieId}`);
	t.deepEqual(
		body.subtitleBlocklist.map(({subtitleId}: {subtitleId: string}) => subtitleId),
		['1', '2'],
	);
	const [{id}] = body.subtitleBlocklist;
	t.like((await call(`GET /api/subtitle-blocklist/${id}`)).body, {id, reason: 'Out of step.', addedAt: at(3).toISOString()});
	t.is((await call(`DELETE /api/subtitle-blocklist/${id}`)).status, 204);
	t.is((await call(`DELETE /api/subtitle-blocklist/${id}`)).status, 404);
	t.is((await call('GET /api/subtitle-blocklist?page=x')).status, 400);
	const isListed = await deps.subtitleBlocklist.blockedFor({movieId: null, episodeIds: ['e2']});
	t.true(isListed({providerId: 'p', id: '1'}));
	t.false(isListed({providerId: 'p', id: '2'}));
});

test('the blocklist of subtitles loses its oldest entries above its limit', async t => {
	const {deps} = await serve(t);
	for (const day of [1, 2, 3]) {
		const addedAt = new Date(Date.UTC(2026, 0, day));
		const entry = {providerId: 'p', provider: 'Site', title: 'Film', release: null, language: 'en', reason: 'x', seriesId: null, addedAt};
		await deps.subtitleBlocklist.add({...entry, subtitleId: String(day), movieId: 'm', episodeIds: []});
	}
	t.is(await deps.subtitleBlocklist.removeSurplus(2), 1);
	t.is(await deps.subtitleBlocklist.removeSurplus(2), 0);
});
