import {readFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {offered, srt} from '#test/helpers/world/subtitles.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

class Killed extends Error {}

/** What a fetch does, and the calls between which its worker may die. */
const watched = {
	fetchedSubtitles: ['add', 'setBefore', 'remove'],
	history: ['add'],
	movies: ['setSubtitles'],
	files: ['writeText', 'discard'],
	searchBackoff: ['note'],
} as const;

/**
 * Handlers' dependencies that die before the `step`th of these calls (even) or after it (odd), and do nothing any more.
 */
function dyingAt(step: number, deps: WorkerDeps): {deps: WorkerDeps; steps(): number} {
	let count = 0;
	let isDead = false;
	const die = () => {
		isDead = true;
		throw new Killed();
	};
	const mortal =
		(call: (...given: unknown[]) => Promise<unknown>) =>
		async (...given: unknown[]) => {
			if (isDead || count === step) {
				die();
			}
			count += 1;
			const result = await call(...given);
			if (count === step) {
				die();
			}
			count += 1;
			return result;
		};
	const wrapped = Object.entries(watched).map(([name, methods]) => {
		const store = deps[name as keyof typeof watched] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>; // any of them
		const own = Object.fromEntries(methods.map(method => [method, mortal((...given) => store[method]?.(...given) ?? Promise.resolve())]));
		return [name, {...store, ...own}];
	});
	return {deps: {...deps, ...Object.fromEntries(wrapped)} as WorkerDeps, steps: () => count};
}

const used = ({site}: World<'subtitles'>) => site.downloads.reduce((sum, each) => sum + (each ?? 0), 0);

async function throughDeaths(
	world: World<'subtitles'>,
	reason: 'missing' | 'upgrade',
	check: (step: number) => Promise<boolean>,
): Promise<number> {
	let deaths = 0;
	for (let step = 0; ; step += 1) {
		const {deps} = dyingAt(step, world.deps);
		try {
			await world.fetch(reason, deps);
			return deaths;
		} catch (error) {
			if (!(error instanceof Killed)) {
				throw error;
			}
			deaths += 1;
		}
		if (await check(step)) {
			return deaths;
		}
	}
}

for (let step = 0; step < 16; step += 1) {
	test(`a worker that dies at step ${step} neither loses nor doubles a subtitle`, async t => {
		const world = await createWorld(t, {subtitles: [offered(1)]});
		const {deps} = dyingAt(step, world.deps);
		await world.fetch('missing', deps).catch(error => {
			if (!(error instanceof Killed)) {
				throw error;
			}
		});
		await world.fetch();
		await world.fetch();
		t.deepEqual(await world.beside(), ['The Quiet Harbour (2019).en.srt']);
		const list = (await world.recorded())?.list ?? [];
		t.is(list.length, 1);
		t.like(list[0], {source: 'downloaded', provider: 'OpenSubtitles', score: 100});
		t.is((await world.deps.history.page({page: 1, limit: 10, event: 'subtitleDownloaded'})).total, 1);
		t.deepEqual(await world.deps.fetchedSubtitles.ownersBefore(new Date(Date.now() + 60_000), 10), []);
		// Only between the answer of the site and our first write can a download be lost.
		t.true(used(world) <= 2);
		t.true(used(world) === 1 || step < 4, `${used(world)} downloads`);
	});
}

test('workers that die at one step of an upgrade after the other leave one subtitle, the better one', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, {release: 'The.Quiet.Harbour.2019.DVDRip.XviD-ELSE'})]});
	await world.fetch();
	world.site.subtitles.push(offered(2));
	const deaths = await throughDeaths(world, 'upgrade', async () => (await world.beside()).length !== 1);
	t.true(deaths > 3);
	await world.fetch('upgrade');
	t.deepEqual(await world.beside(), ['The Quiet Harbour (2019).en.srt']);
	t.is(await readFile(join(dirname(world.video), 'The Quiet Harbour (2019).en.srt'), 'utf8'), srt('Line of 2.'));
	t.like((await world.recorded())?.list, [{source: 'downloaded', score: 100}]);
	t.is((await world.deps.history.page({page: 1, limit: 10, event: 'subtitleDownloaded'})).total, 2);
	t.is((await world.deps.history.page({page: 1, limit: 10, event: 'subtitleRemoved'})).total, 1);
});
