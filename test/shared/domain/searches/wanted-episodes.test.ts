import test from 'ava';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import {planEpisodeSearches} from '#shared/domain/searches/pack-before-episodes.ts';
import {type EpisodeRequest, wantedEpisodes} from '#shared/domain/searches/wanted-episodes.ts';
import {buildProfile} from '#test/helpers/build-release.ts';
import {buildLibraryEpisode} from '#test/helpers/build-series.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';

const now = new Date('2024-06-01');
const profile = buildProfile({upgradeAllowed: true, cutoff: 'WEBDL-1080p'});
const aired = (season: number, number: number, overrides: Partial<Episode> = {}) =>
	buildLibraryEpisode(season, number, {airDate: '2024-01-01', ...overrides});
const all = [
	aired(0, 1, {monitored: false}),
	aired(1, 1, {file: buildMediaFile({quality: 'HDTV-720p'})}),
	aired(1, 2, {file: buildMediaFile({quality: 'WEBDL-1080p', dateAdded: new Date('2024-01-02')})}),
	aired(1, 3, {lastSearchTime: new Date('2024-05-01')}),
	aired(1, 4),
	buildLibraryEpisode(1, 5, {airDate: '2025-01-01'}),
	aired(2, 1),
];
const wanted = (request: Partial<EpisodeRequest>) =>
	wantedEpisodes(all, {reason: 'missing', seasonNumber: null, episodeIds: null, ...request}, {profile, now}).map(({id}) => id);

test('missing are monitored aired episodes without a file, the longest unsearched first', t => {
	t.deepEqual(wanted({}), ['s1e4', 's2e1', 's1e3']);
	t.deepEqual(wanted({seasonNumber: 1}), ['s1e4', 's1e3']);
	t.deepEqual(wanted({episodeIds: ['s1e3', 's1e1']}), ['s1e3']);
});

test('below the cutoff are files that the profile would improve', t => {
	t.deepEqual(wanted({reason: 'cutOffUnmet'}), ['s1e1']);
});

test('an upgrade also looks for what a group may correct within a month', t => {
	const young = aired(1, 6, {file: buildMediaFile({quality: 'WEBDL-1080p', dateAdded: new Date('2024-05-20')})});
	const nameless = aired(1, 7, {file: buildMediaFile({quality: 'WEBDL-1080p', dateAdded: new Date('2024-05-20'), releaseGroup: null})});
	const ids = wantedEpisodes([...all, young, nameless], {reason: 'upgrade', seasonNumber: null, episodeIds: null}, {profile, now});
	t.deepEqual(ids.map(({id}) => id).sort(), ['s1e1', 's1e6']);
});

test('by hand all that is wanted is searched, and whatever is named', t => {
	t.deepEqual(wanted({reason: 'manual'}).sort(), ['s1e1', 's1e3', 's1e4', 's2e1']);
	t.deepEqual(wanted({reason: 'manual', episodeIds: ['s0e1', 's1e2', 's1e5']}).sort(), ['s0e1', 's1e2', 's1e5']);
	t.deepEqual(wanted({reason: 'missing', byPerson: true, episodeIds: ['s0e1', 's1e2']}).sort(), ['s0e1', 's1e2']);
	t.deepEqual(wanted({reason: 'missing', byPerson: true, seasonNumber: 1}), ['s1e4', 's1e3'], 'of a season only what is missing');
	t.deepEqual(wanted({reason: 'manual', seasonNumber: 0}), [], 'what is not monitored is searched only if it is named');
});

test('several episodes of a season are one question, and of a daily show one each', t => {
	const two = all.filter(({id}) => id === 's1e3' || id === 's1e4' || id === 's2e1');
	const shape = (type: 'standard' | 'daily') =>
		planEpisodeSearches(two, all, type).map(({kind, wanted: each, wholeSeason}) => [kind, each.length, wholeSeason]);
	t.deepEqual(shape('standard'), [
		['season', 2, false],
		['episode', 1, false],
	]);
	t.deepEqual(shape('daily'), [
		['episode', 1, false],
		['episode', 1, false],
		['episode', 1, false],
	]);
	const whole = [aired(3, 1), aired(3, 2)];
	t.true(planEpisodeSearches(whole, whole, 'anime')[0]?.wholeSeason);
});
