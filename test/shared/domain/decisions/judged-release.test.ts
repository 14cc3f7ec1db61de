import test from 'ava';
import {decide} from '#shared/domain/decisions/decide.ts';
import {toJudged} from '#shared/domain/decisions/judged-release.ts';
import {buildCandidate, buildFacts} from '#test/helpers/build-release.ts';
import {buildLibraryEpisode} from '#test/helpers/build-series.ts';

test('a release of several episodes names the first of them, and the ids of all', t => {
	const episodes = [buildLibraryEpisode(2, 5, {id: 'five'}), buildLibraryEpisode(2, 6, {id: 'six'})];
	const series = {id: 'series-1', title: 'Paper Harbor', year: 2019};
	const media = {kind: 'series' as const, series, episodes} as unknown as NonNullable<Parameters<typeof buildCandidate>[1]>['media'];
	const candidate = buildCandidate({title: 'Paper.Harbor.S02E05E06.1080p.WEB-DL.x264-KITE'}, media && {media});
	const {mappedEpisode, episodeIds, mappedMovie} = toJudged({...decide(buildCandidate(), buildFacts()), candidate});
	t.deepEqual([mappedEpisode, episodeIds, mappedMovie], [{seasonNumber: 2, episodeNumber: 5}, ['five', 'six'], null]);
});

test('a release of a movie names no episode', t => {
	const {mappedEpisode, mappedSeries, mappedMovie} = toJudged(decide(buildCandidate(), buildFacts()));
	t.deepEqual([mappedEpisode, mappedSeries, mappedMovie?.id], [null, null, 'movie-1']);
});
