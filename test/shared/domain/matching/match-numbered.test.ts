import test from 'ava';
import {matchEpisodes} from '#shared/domain/matching/match-episodes.ts';
import {type NumberedSeries, readerOfEpisodes} from '#shared/domain/matching/match-numbered.ts';
import type {OtherNumber} from '#shared/domain/media/other-numbers.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {buildLibraryEpisode} from '#test/helpers/build-series.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2024, 0, 7);
const airDate = (index: number) => new Date(start + index * 7 * dayMs).toISOString().slice(0, 10);
const numbered = (season: number, episode: number, absolute: number | null = null): OtherNumber => ({
	season,
	episode,
	absolute,
	guessed: false,
});

/** One season of 24 here, and two of 12 at TVDB; the scene counts the second one from 13. */
const episodes = Array.from({length: 24}, (_, index) =>
	buildLibraryEpisode(1, index + 1, {
		absoluteEpisodeNumber: index + 1,
		airDate: airDate(index),
		title: `The ${['Amber', 'Birch', 'Cinder', 'Dune'][index % 4]} Door ${'I'.repeat(1 + Math.floor(index / 4))}`,
		numbers: {tvdb: numbered(index < 12 ? 1 : 2, (index % 12) + 1, index + 1), scene: null},
	}),
);
const withScene = episodes.map(each => ({
	...each,
	numbers: {
		tvdb: each.numbers?.tvdb ?? null,
		scene: numbered(each.episodeNumber <= 12 ? 1 : 3, ((each.episodeNumber - 1) % 12) + 1, each.episodeNumber),
	},
}));
const series: NumberedSeries = {title: 'Lantern Row', originalTitle: null, alternativeTitles: [], seasonTitles: [], type: 'anime'};

function held(
	release: string,
	{
		of = episodes,
		names = series,
		...how
	}: {of?: typeof episodes; names?: NumberedSeries; publishedAt?: Date; first?: 'own' | 'tvdb' | 'scene'} = {},
) {
	const parsed = parseTitle(release, {mode: 'tv'});
	const found = parsed && readerOfEpisodes(of, names)(parsed, how);
	return found && `${found.numbering ?? 'own'} ${found.episodes.map(({episodeNumber}) => episodeNumber).join()}`;
}
const range = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => from + index).join();

const readings: [release: string, expected: string][] = [
	['Lantern.Row.S02E01.1080p.WEB.h264-GROUP', 'tvdb 13'],
	['[Group] Lantern Row S2 - 01 [1080p]', 'tvdb 13'],
	['Lantern.Row.S01.1080p.WEB.h264-GROUP', `tvdb ${range(1, 12)}`],
	['Lantern.Row.S02.1080p.WEB.h264-GROUP', `tvdb ${range(13, 24)}`],
	['Lantern.Row.S01E05.1080p.WEB.h264-GROUP', 'tvdb 5'],
	['Lantern.Row.S01E24.1080p.WEB.h264-GROUP', 'own 24'],
	['[Group] Lantern Row - 17 [1080p]', 'tvdb 17'],
	['Lantern.Row.S02E11E12.1080p.WEB.h264-GROUP', 'tvdb 23,24'],
	// Not every number is known in any list.
	['Lantern.Row.S02E12E13.1080p.WEB.h264-GROUP', 'own '],
	['Lantern.Row.S03E01.1080p.WEB.h264-GROUP', 'own '],
	['Lantern.Row.2024.01.14.1080p.WEB.h264-GROUP', 'own 2'],
];
for (const [release, expected] of readings) {
	test(`a series of one season here and two at TVDB: ${release}`, t => {
		t.is(held(release), expected);
	});
}

test('scene numbers come before those of TVDB, and the owner may choose', t => {
	t.is(held('Lantern.Row.S03E02.1080p.WEB.h264-GROUP', {of: withScene}), 'scene 14');
	t.is(held('Lantern.Row.S02E02.1080p.WEB.h264-GROUP', {of: withScene}), 'tvdb 14');
	t.is(held('Lantern.Row.S01.1080p.WEB.h264-GROUP', {names: {...series, releaseNumbering: 'own'}}), `own ${range(1, 24)}`);
});

test('files on the disk are read in the order that is displayed first', t => {
	const shifted = episodes.map((each, index) => ({...each, numbers: {tvdb: numbered(1, index + 2), scene: null}}));
	t.is(held('Lantern.Row.S01E05.1080p.WEB.h264-GROUP', {of: shifted}), 'tvdb 4');
	t.is(held('Lantern.Row.S01E05.1080p.WEB.h264-GROUP', {of: shifted, first: 'own'}), 'own 5');
	t.is(held('Lantern.Row.S02E05.1080p.WEB.h264-GROUP', {first: 'own'}), 'tvdb 17');
});

test('of two readings, the one with the episode that the release names is taken', t => {
	const shifted = episodes.map((each, index) => ({...each, numbers: {tvdb: numbered(1, index + 2), scene: null}}));
	t.is(held('Lantern.Row.S01E03.The.Cinder.Door.I.1080p.WEB.h264-GROUP', {of: shifted}), 'own 3');
});

test('a release holds nothing that airs more than a day after it was published', t => {
	const swapped = episodes.map((each, index) => ({...each, numbers: {tvdb: numbered(1, 24 - index), scene: null}}));
	const publishedAt = new Date(start + 5 * 7 * dayMs);
	t.is(held('Lantern.Row.S01E05.1080p.WEB.h264-GROUP', {of: swapped}), 'tvdb 20');
	t.is(held('Lantern.Row.S01E05.1080p.WEB.h264-GROUP', {of: swapped, publishedAt}), 'own 5');
});

test('a name that only the scene has means its season', t => {
	const names = {...series, sceneTitles: [{title: 'Lantern Row Afterglow', seasonNumber: 3}]};
	t.is(held('[Group] Lantern Row Afterglow - 02 [1080p]', {of: withScene, names}), 'scene 14');
	t.is(held('[Group] Lantern Row Afterglow - 13 [1080p]', {of: withScene, names}), 'scene 13');
});

test('a count is no place in a list that has only some of the episodes', t => {
	const second = episodes.map(each => ({
		...each,
		numbers: {
			tvdb: each.numbers?.tvdb ?? null,
			scene: each.episodeNumber > 12 ? numbered(2, each.episodeNumber - 12) : null,
		},
	}));
	t.is(held('[Group] Lantern Row - 03 [1080p]', {of: second}), 'tvdb 3');
	t.is(held('[Group] Lantern Row S2 - 03 [1080p]', {of: second}), 'scene 15');
	const whole = episodes.map(each => ({
		...each,
		numbers: {tvdb: numbered(each.episodeNumber <= 12 ? 1 : 2, ((each.episodeNumber - 1) % 12) + 1), scene: null},
	}));
	t.is(held('[Group] Lantern Row - 17 [1080p]', {of: whole}), 'tvdb 17');
});

test('a number that a list gives to two episodes means neither', t => {
	const doubled = episodes.map(each => ({...each, numbers: {tvdb: numbered(1, Math.ceil(each.episodeNumber / 2), 7), scene: null}}));
	t.is(held('Lantern.Row.S01E05.1080p.WEB.h264-GROUP', {of: doubled}), 'own 5');
	t.is(held('[Group] Lantern Row - 07 [1080p]', {of: doubled}), 'own 7');
});

test('a series without other numbers is read as before', t => {
	const plain = episodes.map(({numbers: _, ...each}) => each);
	for (const [release] of readings) {
		const parsed = parseTitle(release, {mode: 'tv'})!; // all of them can be read
		t.deepEqual(readerOfEpisodes(plain, series)(parsed), {episodes: matchEpisodes(plain, parsed, series), numbering: null});
	}
});
