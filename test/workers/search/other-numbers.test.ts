import test, {type ExecutionContext} from 'ava';
import {toJudged} from '#shared/domain/decisions/judged-release.ts';
import {assignEpisodes} from '#shared/domain/imports/assign-episodes.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {OtherNumber} from '#shared/domain/media/other-numbers.ts';
import type {SearchEpisodes} from '#shared/jobs/search.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {buildSeason} from '#test/helpers/build-series.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {byHand, byPerson} from '#workers/search/collect-facts.ts';
import {decideSeriesReleases} from '#workers/search/judge-releases.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';

const dayMs = 86_400_000;
const weeks = (count: number) =>
	Array.from({length: count}, (_, index) => new Date(Date.UTC(2023, 0, 1) + index * 7 * dayMs).toISOString().slice(0, 10));

/** A series of one season of 24, which TVDB has as two of 12. */
async function withTwoSeasons(t: ExecutionContext) {
	const world = await createWorld(t, {series: {details: {seasons: [buildSeason(1, weeks(24))]}}});
	const {deps, run, series} = world;
	const episodes = await deps.episodes.ofSeries(series.id);
	const numbers = new Map(
		episodes.map(({id}, index) => {
			const tvdb: OtherNumber = {season: index < 12 ? 1 : 2, episode: (index % 12) + 1, absolute: null, guessed: false};
			return [id, {tvdb, scene: null}];
		}),
	);
	await deps.series.setNumbers(series.id, {numbers, sceneTitles: null, dueAt: deps.now()});
	const asked: string[] = [];
	const searchIndexers: WorkerDeps['searchIndexers'] = async ({criteria}) => {
		asked.push(spell(criteria));
		return {
			releases: [],
			indexerResults: [{indexerId: 'i', indexerName: 'Site', resultCount: 1, status: 'ok', errorMessage: null}],
		};
	};
	const noting = {...deps, searchIndexers};
	return {
		...world,
		all: await deps.episodes.ofSeries(series.id),
		async judge(title: string, wanted: readonly number[] = []) {
			const release = buildRelease({title, guid: title, size: 8 * gigabyte});
			const episodeIds = wanted.length > 0 ? new Set(wanted.map(number => episodes[number - 1]?.id ?? '')) : null;
			const [decision] = await decideSeriesReleases([release], {wanted: [series], ...byPerson, ...byHand, episodeIds}, deps);
			const judged = toJudged(decision!); // one for each release
			return {...judged, held: judged.episodeIds.map(id => episodes.findIndex(each => each.id === id) + 1)};
		},
		async search(request: Partial<SearchEpisodes>) {
			asked.length = 0;
			await handleSearchEpisodes({seriesId: series.id, seasonNumber: null, episodeIds: null, reason: 'manual', ...request}, noting, run());
			return [...asked];
		},
		async searchByHand(subject: Parameters<typeof handleSearchReleases>[0]['subject']) {
			asked.length = 0;
			await handleSearchReleases({subject, indexerIds: null, categories: null, minSeeders: null, maxAge: null, limit: 10}, noting, run());
			return [...asked];
		},
	};
}

function spell(criteria: SearchCriteria): string {
	return criteria.kind === 'season'
		? `S${criteria.season}`
		: criteria.kind === 'episode'
			? `S${criteria.season}E${criteria.episode}`
			: criteria.kind;
}

const range = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => from + index);

test('a pack of the first season of TVDB holds its twelve episodes, and the item keeps whose numbers they are', async t => {
	const {judge} = await withTwoSeasons(t);
	const first = await judge('Paper.Lanterns.S01.1080p.WEB.h264-NOBODY');
	t.deepEqual([first.held, first.judgement.numbering], [range(1, 12), 'tvdb']);
	const second = await judge('Paper.Lanterns.S02.1080p.WEB.h264-NOBODY');
	t.deepEqual([second.held, second.judgement.numbering], [range(13, 24), 'tvdb']);
	t.deepEqual((await judge('Paper.Lanterns.S02E01.1080p.WEB.h264-NOBODY')).held, [13]);
	const own = await judge('Paper.Lanterns.S01E20.1080p.WEB.h264-NOBODY');
	t.deepEqual([own.held, 'numbering' in own.judgement], [[20], false]);
});

test('a rejection says in whose numbers the release was read', async t => {
	const {judge} = await withTwoSeasons(t);
	const other = await judge('Paper.Lanterns.S02E02.1080p.WEB.h264-NOBODY', [13]);
	t.true(other.rejectionDetails.some(({detail}) => detail === 'It holds none of the episodes searched for (read in the numbers of TVDB)'));
	const unknown = await judge('Paper.Lanterns.S03E01.1080p.WEB.h264-NOBODY');
	t.like(unknown.rejectionDetails[0], {detail: 'Paper Lanterns has no such episode in any of its numbers: season 3 episode 1'});
});

test('searches ask by the numbers of releases, and by our own where these differ', async t => {
	const {search, searchByHand, series, episode, deps} = await withTwoSeasons(t);
	const [fifth, fourteenth] = [await episode(1, 5), await episode(1, 14)];
	t.deepEqual(await search({episodeIds: [fifth.id]}), ['S1E5']);
	t.deepEqual(await search({episodeIds: [fourteenth.id]}), ['S2E2', 'S1E14']);
	t.deepEqual(await searchByHand({kind: 'tv', series: {id: series.id}, seasonNumber: 1}), ['S1', 'S2']);
	t.deepEqual(await searchByHand({kind: 'episode', seriesId: series.id, seasonNumber: 1, episodeNumber: 14}), ['S2E2', 'S1E14']);
	await deps.series.change(series.id, {releaseNumbering: 'own'}, deps.now());
	t.deepEqual(await search({episodeIds: [fourteenth.id]}), ['S1E14']);
});

test('every query counts, so a series with other numbers gets no more of them than any other', async t => {
	const {search, deps, series} = await withTwoSeasons(t);
	const asked = await search({});
	t.deepEqual(asked.slice(0, 2), ['S1', 'S2']);
	await deps.series.change(series.id, {releaseNumbering: 'own'}, deps.now());
	t.is((await search({})).length, 25);
	const byTask = await search({reason: 'missing'});
	t.true(byTask.length <= 21, String(byTask.length));
});

test('the files of a download are read in the numbers of its grab', async t => {
	const {all, series} = await withTwoSeasons(t);
	const videos = range(1, 12).map(number => {
		const relative = `Paper.Lanterns.S02E${String(number).padStart(2, '0')}.1080p.WEB.h264-NOBODY.mkv`;
		return {path: `/downloads/pack/${relative}`, relative, size: gigabyte, isLink: false};
	});
	const grabbed = all.slice(12).map(({id}) => id);
	const releaseTitle = 'Paper.Lanterns.S02.1080p.WEB.h264-NOBODY';
	const {assigned, refused} = assignEpisodes({releaseTitle, videos, series, numbering: 'tvdb', all, grabbed});
	t.deepEqual(refused, []);
	t.deepEqual(
		assigned.map(({episodes}) => episodes.map(({episodeNumber}) => episodeNumber).join()),
		range(13, 24).map(String),
	);
});
