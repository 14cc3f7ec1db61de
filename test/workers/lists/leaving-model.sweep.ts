import test from 'ava';
import {dayMs} from '#shared/domain/durations.ts';
import type {ImportList} from '#shared/domain/import-lists/import-list.ts';
import {jsonSource, listsWorld, type Source} from '#test/helpers/lists-world.ts';
import {handleAddMovie} from '#workers/refresh/add-titles.ts';

const histories = Number(process.env['HISTORIES'] ?? 200);
const stepsEach = 18;
const titlesEach = 6;
const graceDays = 2;
const mostChanges = 2;

/** The same numbers for the same seed. */
function createRandom(seed: number): (below: number) => number {
	let state = seed;
	return below => {
		state = (state + 0x6d2b79f5) | 0;
		const mixed = Math.imul(state ^ (state >>> 15), state | 1);
		const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
		return ((again ^ (again >>> 14)) >>> 0) % below;
	};
}

interface Read {
	at: number;
	isWhole: boolean;
	has: ReadonlySet<number>;
}

/** What the test knows of a list besides the program. */
interface Watched {
	list: ImportList;
	source: Source;
	reads: Read[];
	/** Items that no whole answer has lacked since they were read. */
	present: Set<number>;
}

test('in 200 histories of lists, people and syncs nothing goes that it should not', async t => {
	const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
	t.log(`SEED=${seed}`);
	const random = createRandom(seed);
	const movies = Array.from({length: histories * titlesEach}, (_, index) => ({
		id: index + 1,
		title: `M${index + 1}`,
		releaseDate: '2001-01-01',
	}));
	const world = await listsWorld(t, {movies});
	const {deps, clock} = world;
	const sources = [await jsonSource(t), await jsonSource(t)];
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = {rootFolderPath: world.library, monitored: true, searchOnAdd: false, qualityProfileId, libraryId: null};
	let gone = 0;
	for (let history = 0; history < histories; history += 1) {
		// A limit of adds a minute for each.
		deps.prefix = `${world.deps.prefix}-${history}`;
		const ids = Array.from({length: titlesEach}, (_, index) => history * titlesEach + index + 1);
		const touched = new Set<number>();
		const deleted = new Set<number>();
		const onLeaves = ['remove', 'unmonitor', 'tag', 'nothing'] as const;
		const lists: Watched[] = [];
		for (const [index, source] of sources.entries()) {
			const onLeave = index === 0 ? onLeaves[random(3)] : onLeaves[random(4)];
			const list = await world.add({
				name: `${history} ${index}`,
				url: source.url,
				onLeave: onLeave ?? 'remove',
				leaveTags: ['left'],
				graceDays,
				mostChanges,
				searchOnAdd: false,
			});
			lists.push({list, source, reads: [], present: new Set()});
		}
		const library = async () =>
			new Map((await deps.movies.listed({metaIds: ids, imdbIds: [], tvMetaIds: []})).map(title => [title.metaId, title]));
		/** Titles that are as they were added. */
		const untouched = async () => {
			const found = await Promise.all(ids.map(id => deps.movies.findOldest(id)));
			return new Set(found.flatMap(movie => (movie?.monitored && !movie.tags.includes('left') ? [movie.metaId] : [])));
		};

		async function sync(watched: Watched, others: readonly Watched[]) {
			const {list, source, reads, present} = watched;
			const broken = random(20);
			source.reply = broken === 0 ? {status: 503} : broken === 1 ? {json: []} : null;
			const has = new Set(source.reply ? [] : source.items.map(item => (item as {id: number}).id));
			const isWhole = broken !== 0 && has.size * 2 >= present.size;
			const [titles, before] = [await library(), await untouched()];
			await world.sync(list.id);
			reads.push({at: Number(clock.now), isWhole, has});
			const after = await untouched();
			const left = ids.filter(id => before.has(id) && !after.has(id));
			for (const id of left) {
				const about = `SEED=${seed} history ${history} title ${id}`;
				const since = Number(clock.now) - graceDays * dayMs;
				const late = reads.filter(({at}) => at > since);
				const lacked = reads.findLast(({at}) => at <= since);
				t.is(titles.get(id)?.addedBy?.id, list.id, about);
				t.false(touched.has(id), `${about} was touched`);
				t.false(
					others.some(other => other.present.has(id)),
					`${about} is on another list`,
				);
				t.true(isWhole && late.every(read => read.isWhole && !read.has.has(id)), `${about} after an answer that was not whole`);
				t.true(lacked?.isWhole === true && !lacked.has.has(id), `${about} before its grace was over`);
			}
			t.true(left.length <= mostChanges);
			gone += left.length;
			for (const id of ids) {
				if (has.has(id)) {
					present.add(id);
				} else if (isWhole) {
					present.delete(id);
				}
			}
		}

		for (let step = 0; step < stepsEach; step += 1) {
			const which = random(2);
			const [watched, other] = [lists[which], lists[1 - which]];
			const id = ids[random(titlesEach)] ?? 0;
			const movie = await deps.movies.findOldest(id);
			const action = random(10);
			if (!watched || !other) {
				continue;
			}
			if (action < 2) {
				// The second list is shorter, so that not everything is on both.
				watched.source.items = ids
					.filter(() => (which === 0 ? random(3) > 0 : random(3) === 0))
					.map(each => ({id: each, title: `M${each}`}));
			} else if (action < 6) {
				clock.now = new Date(Number(clock.now) + (1 + random(2)) * dayMs);
				await sync(watched, [other]);
				await world.addItems();
			} else if (action === 6 && movie) {
				touched.add(id);
				await deps.importListItems.noteTouched([movie.id]);
				await deps.movies.change(movie.id, {monitored: true}, clock.now);
			} else if (action === 7 && movie) {
				touched.delete(id);
				await deps.movies.remove(movie.id, deps.importListItems.removedByPerson('movies', [{id: movie.id, metaId: id}]));
				// A title that no list has ever had is not known to any.
				const isKnown = (await deps.importListItems.deletedByPersons('movies', [id])).size > 0;
				if (isKnown) {
					deleted.add(id);
				}
			} else if (action === 8 && !movie) {
				deleted.delete(id);
				await handleAddMovie(
					{metaId: id, ...choice, minimumAvailability: 'released', addedBy: {kind: 'person', id: null}},
					deps,
					world.run(),
				);
			} else {
				clock.now = new Date(Number(clock.now) + 2 * dayMs);
				await sync(watched, [other]);
			}
			for (const each of deleted) {
				t.is(await deps.movies.findOldest(each), null, `SEED=${seed} history ${history}: ${each} came back`);
			}
		}
		for (const {list} of lists) {
			await deps.importLists.remove(list.id);
			await deps.importListItems.removeOf(list.id);
		}
	}
	t.true(gone >= histories / 20, `only ${gone} titles went at all`);
	t.log(`${gone} titles went`);
});
