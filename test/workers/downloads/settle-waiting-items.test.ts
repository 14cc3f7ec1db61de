import test from 'ava';
import {buildItem, movieDetails} from '#test/helpers/import-world.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {settleWaitingItems} from '#workers/downloads/settle-waiting-items.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {byTask, commonFacts, movieFacts} from '#workers/search/decision-facts.ts';

const soon = new Date('2999-01-01');

test('a failed download whose time is over is given up, whatever becomes of the others', async t => {
	const {deps} = await withWorkerDeps(t);
	const failed = {state: 'failedPending' as const, retryAt: new Date(0)};
	const broken = await deps.downloads.add(buildItem({...failed, title: 'Broken', added: new Date(1)}));
	const sound = await deps.downloads.add(buildItem({...failed, title: 'Sound', added: new Date(2)}));
	const waiting = await deps.downloads.add(buildItem({...failed, retryAt: soon}));
	const blocklist: WorkerDeps['blocklist'] = {
		...deps.blocklist,
		async add(entry) {
			if (entry.title === 'Broken') {
				throw new Error('The database went away.');
			}
			return deps.blocklist.add(entry);
		},
	};
	await settleWaitingItems({...deps, blocklist});
	const stateOf = async (id: string) => (await deps.downloads.get(id)).state;
	t.is(await stateOf(broken.id), 'failedPending');
	t.is(await stateOf(sound.id), 'failed');
	t.is(await stateOf(waiting.id), 'failedPending');

	await settleWaitingItems(deps);
	t.is(await stateOf(broken.id), 'failed');
});

test('a failed download that may be retried is no rival of other releases', async t => {
	const {deps, addMovie} = await withWorkerDeps(t);
	const movie = await addMovie(movieDetails);
	await deps.downloads.add(buildItem({state: 'failedPending', movieId: movie.id, title: 'Failed', retryAt: soon}));
	await deps.downloads.add(buildItem({state: 'downloading', movieId: movie.id, title: 'Under way'}));
	const {queue, failing} = await movieFacts(await commonFacts([], byTask, deps), movie, deps);
	t.deepEqual(
		queue.map(({releaseTitle}) => releaseTitle),
		['Under way'],
	);
	t.deepEqual(
		failing?.map(({releaseTitle}) => releaseTitle),
		['Failed'],
	);
});
