import test from 'ava';
import type {NewAutoTag} from '#shared/store/titles/auto-tags.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleApplyAutoTags, handlePreviewAutoTag, retag} from '#workers/refresh/apply-auto-tags.ts';

const now = new Date('2026-01-01');
const rule = (overrides: Partial<NewAutoTag> = {}): NewAutoTag => ({
	name: 'Old',
	enabled: true,
	conditions: [{kind: 'year', value: {min: null, max: 2100}, negate: false, required: false}],
	tags: ['old'],
	...overrides,
});

test('rules give and take only their own tags, and a second run writes nothing', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, series, run} = world;
	const movie = await world.addMovie(movieDetails);
	await deps.movies.change(movie.id, {tagChange: {set: ['kids']}}, now);
	const stored = await deps.autoTags.add(rule(), now);
	const all = {titleIds: null};
	await handleApplyAutoTags(all, deps, run());
	t.like(await deps.movies.get(movie.id), {tags: ['kids', 'old'], ownTags: ['kids'], ruleTags: ['old']});
	t.deepEqual((await deps.series.get(series.id)).tags, ['old']);

	const written: unknown[] = [];
	const setRuleTags = async (rows: readonly unknown[]) => void written.push(...rows);
	await handleApplyAutoTags(all, {...deps, movies: {...deps.movies, setRuleTags}, series: {...deps.series, setRuleTags}}, run());
	t.deepEqual(written, []);

	await deps.autoTags.change(stored.id, {tags: ['ancient']}, now);
	await handleApplyAutoTags({titleIds: [movie.id]}, deps, run());
	t.deepEqual((await deps.movies.get(movie.id)).tags, ['ancient', 'kids']);
	t.deepEqual((await deps.series.get(series.id)).tags, ['old'], 'it was not asked for');
	await retag(series.id, 'tv', deps, new AbortController().signal);
	t.deepEqual((await deps.series.get(series.id)).tags, ['ancient']);

	await deps.autoTags.remove(stored.id);
	await handleApplyAutoTags(all, deps, run());
	t.like(await deps.movies.get(movie.id), {tags: ['kids'], ruleTags: []});
	t.deepEqual((await deps.series.get(series.id)).tags, []);
});

test('a rule for movies or for series tags no others', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, series, run} = world;
	const movie = await world.addMovie(movieDetails);
	await deps.autoTags.add(rule({scope: 'movies', tags: ['film']}), now);
	await deps.autoTags.add(rule({scope: 'tv', tags: ['show']}), now);
	await handleApplyAutoTags({titleIds: null}, deps, run());
	t.deepEqual((await deps.movies.get(movie.id)).tags, ['film']);
	t.deepEqual((await deps.series.get(series.id)).tags, ['show']);
	await retag(series.id, 'tv', deps, new AbortController().signal);
	t.deepEqual((await deps.series.get(series.id)).tags, ['show']);
	const {conditions} = rule();
	t.like(await handlePreviewAutoTag({conditions, scope: 'tv'}, deps, run()), {movies: 0, series: 1});
});

test('a preview counts what a rule would apply to, and names some', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, series, run} = world;
	const movie = await world.addMovie(movieDetails);
	const found = await handlePreviewAutoTag({conditions: rule().conditions}, deps, run());
	t.like(found, {movies: 1, series: 1});
	t.deepEqual(
		found.examples.map(({type, id}) => ({type, id})),
		[
			{type: 'movie', id: movie.id},
			{type: 'series', id: series.id},
		],
	);
	const none = await handlePreviewAutoTag({conditions: [{kind: 'genre', value: 'None', negate: false, required: false}]}, deps, run());
	t.deepEqual(none, {movies: 0, series: 0, examples: []});
	t.deepEqual((await deps.movies.get(movie.id)).tags, [], 'nothing is written');
});
