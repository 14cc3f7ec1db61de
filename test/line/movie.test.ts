import {join} from 'node:path';
import test from 'ava';
import type {MovieReply} from '#scripts/demo/replies.ts';
import {hashFile} from '#scripts/demo/sandbox/seeder.ts';
import {readEvents} from '#test/helpers/line/read-events.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, filesBelow, follow, grab, historyOf, isImported, sandboxRelease, search, until} from '#test/helpers/line/steps.ts';

const [bunny, spring] = [10378, 593048];

test('movies go from their ids to files in the library, by hand and by themselves', async t => {
	const line = await startLine(t);
	const {api, url, world, library} = line;
	const listening = new AbortController();
	t.teardown(() => listening.abort());
	const events = await readEvents(`${url}/api/queue/events`, listening.signal);

	const movie = await addMovie(line, bunny);
	t.like(movie, {title: 'Big Buck Bunny', year: 2008, hasFile: false, file: null});
	await t.throwsAsync(addMovie(line, bunny), {code: 'movie_exists'});
	await t.throwsAsync(api.post('/api/library/movies', {metaId: 1, rootFolderPath: library}), {code: 'title_not_found_at_provider'});

	const releases = await search(line, movie.id);
	t.deepEqual(
		releases.filter(({approved}) => approved).map(({title}) => title),
		['Big.Buck.Bunny.2008.1080p.BluRay.x264-OPENREEL', 'Big.Buck.Bunny.2008.1080p.WEB-DL.OPUS2.0.H.264-COMMONS'],
	);
	const title = releases[0]?.title ?? '';
	const queueId = await grab(line, movie.id, title);
	await t.throwsAsync(grab(line, movie.id, title), {code: 'release_already_grabbed'});

	// Meanwhile another one finds its release by itself.
	const other = await addMovie(line, spring, {searchOnAdd: true});
	await follow(line, queueId, isImported);
	await until(async () => ((await api.get<MovieReply>(`/api/library/movies/${other.id}`)).hasFile ? true : null));

	const [first, second] = await Promise.all([movie, other].map(({id}) => api.get<MovieReply>(`/api/library/movies/${id}`)));
	t.deepEqual(filesBelow(library), [
		'Big Buck Bunny (2008)/Big Buck Bunny (2008) [Bluray-1080p]-OPENREEL.mkv',
		'Spring (2019)/Spring (2019) [Bluray-1080p]-OPENREEL.mkv',
	]);
	t.deepEqual(
		[first, second].map(each => each?.file?.path),
		filesBelow(library).map(path => join(library, path)),
	);
	t.like(first?.file, {size: sandboxRelease(title).size, quality: 'Bluray-1080p'});
	t.is(await hashFile(first?.file?.path ?? ''), await world.seeder.hashOf(sandboxRelease(title)));
	t.deepEqual(await historyOf(line, movie.id), ['titleAdded', 'grabbed', 'imported']);
	t.deepEqual(await historyOf(line, other.id), ['titleAdded', 'grabbed', 'imported']);

	// Items leave the queue a while after their import.
	const shown = events.filter(({event}) => event !== 'queueItemRemoved');
	const ofFirst = shown.filter(({data}) => data['id'] === queueId).map(({event}) => event);
	t.deepEqual([...new Set(ofFirst)], ['queueItemAdded', 'queueItemUpdated', 'queueCompleted']);
	t.is(new Set(shown.filter(({event}) => event === 'queueCompleted').map(({data}) => data['id'])).size, 2);
});
