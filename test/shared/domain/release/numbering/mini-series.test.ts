import test from 'ava';
import {readMiniSeries, readOutOf, readSeasonlessEpisode} from '#shared/domain/release/numbering/mini-series.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

test('an episode without a season is of the first', t => {
	t.like(readSeasonlessEpisode(prepareName('harbour-e07-720p')), {season: 1, episodes: [7]});
	t.like(readSeasonlessEpisode(prepareName('Harbour E11-E12 720p')), {season: 1, episodes: [11, 12]});
	t.like(readSeasonlessEpisode(prepareName('Harbour.E1234.190121.720p')), {season: 1, episodes: [1234]});
	t.like(readSeasonlessEpisode(prepareName('221208 Harbour ep34')), {season: 1, episodes: [34]});
});

test('a soap of a thousand episodes and an anime count from the start', t => {
	t.like(readSeasonlessEpisode(prepareName('Harbour.E1206.Name')), {absoluteEpisodes: [1206]});
	t.is(readSeasonlessEpisode(prepareName('[Tern] Harbour - E05')), null);
});

test('parts are episodes, spelled in digits, words or Roman numbers', t => {
	t.like(readMiniSeries(prepareName('Harbour Part01 720p')), {season: 1, episodes: [1], start: 8});
	t.like(readMiniSeries(prepareName('Harbour.Part.Two.720p')), {episodes: [2]});
	t.like(readMiniSeries(prepareName('Harbour.Pt.III.720p')), {episodes: [3]});
	t.like(readMiniSeries(prepareName('Harbour.Part.1.and.Part.2')), {episodes: [1, 2]});
	t.is(readMiniSeries(prepareName('Harbour.Party.1')), null);
});

test('so is a number out of a count', t => {
	t.like(readOutOf(prepareName('Harbour.5of9.Name')), {season: 1, episodes: [5]});
	t.like(readOutOf(prepareName('Harbour (1 of 4)')), {episodes: [1]});
	t.like(readOutOf(prepareName('Harbour Part 1 of 4')), {episodes: [1], start: 8});
	t.is(readOutOf(prepareName('Harbour.9of5')), null);
	t.is(readOutOf(prepareName('[Tern] Harbour 01 of 12')), null);
});
