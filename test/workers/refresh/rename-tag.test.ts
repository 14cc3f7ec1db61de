import test from 'ava';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {buildNotification} from '#test/helpers/world/receivers.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleRenameTag} from '#workers/refresh/rename-tag.ts';

const now = new Date('2026-01-01');

test('a rename reaches titles and records, both labels match until its end, and a run that died goes on', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, series, run} = world;
	const movie = await world.addMovie(movieDetails);
	await deps.movies.change(movie.id, {tagChange: {set: ['a', 'x']}}, now);
	await deps.series.change(series.id, {tagChange: {set: ['a']}}, now);
	const receiver = await deps.notifications.add(buildNotification({tags: ['A ', 'Films']}), now);
	const words = {name: 'Words', enabled: true, mustContain: [], mustNotContain: [], tags: ['a'], excludedTags: ['A', 'b'], indexerIds: []};
	const profile = await deps.releaseProfiles.add(words, now);
	const [tag] = await deps.tags.take(['a'], now);
	const tagId = tag!.id; // one in, one out
	await deps.tags.rename(tagId, 'b', {alsoWrite: async () => {}, now});
	const payload = {tagId, from: 'a', to: 'b'};

	const dying = {...deps, series: {...deps.series, replaceTag: () => Promise.reject(new Error('killed'))}};
	await t.throwsAsync(handleRenameTag(payload, dying, run()), {message: 'killed'});
	t.deepEqual((await deps.movies.get(movie.id)).tags, ['b', 'x']);
	t.deepEqual((await deps.series.get(series.id)).tags, ['a']);
	t.deepEqual((await deps.notifications.get(receiver.id)).tags, ['A ', 'Films', 'b'], 'titles with either label are notified of');
	t.is((await deps.tags.get(tagId)).renamedFrom, 'a');

	await handleRenameTag(payload, deps, run());
	await handleRenameTag(payload, deps, run());
	t.deepEqual((await deps.series.get(series.id)).tags, ['b']);
	t.deepEqual((await deps.notifications.get(receiver.id)).tags, ['Films', 'b']);
	t.like(await deps.releaseProfiles.get(profile.id), {tags: ['b'], excludedTags: ['b']});
	t.is((await deps.tags.get(tagId)).renamedFrom, null);
});

test('a tag that was deleted is taken off titles', async t => {
	const world = await createWorld(t, {});
	const {deps, run} = world;
	const movie = await world.addMovie(movieDetails);
	await deps.movies.change(movie.id, {tagChange: {set: ['a', 'x']}}, now);
	await handleRenameTag({tagId: 'gone', from: 'a', to: null}, deps, run());
	t.deepEqual((await deps.movies.get(movie.id)).tags, ['x']);
});
