import test from 'ava';
import {matchEpisodes} from '#shared/domain/matching/match-episodes.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {buildLibraryTitle} from '#test/helpers/build-library-title.ts';

const series = buildLibraryTitle('Kaze:Todai kara no Tegami', 2019);
const index = createTitleIndex([series]);
const weekMs = 7 * 24 * 60 * 60 * 1000;

const weekly = (seasonNumber: number, first: number, numbers: number[]) =>
	numbers.map((episodeNumber, at) => ({
		seasonNumber,
		episodeNumber,
		absoluteEpisodeNumber: null,
		airDate: new Date(first + at * weekMs).toISOString().slice(0, 10),
	}));
const run = (from: number, to: number) => Array.from({length: to - from + 1}, (_, at) => from + at);

/** A season of 12, and one of 25 with a break after its 13th episode. */
const episodes = [
	...weekly(1, Date.UTC(2019, 0, 6), run(1, 12)),
	...weekly(2, Date.UTC(2020, 6, 5), run(1, 13)),
	...weekly(2, Date.UTC(2021, 0, 10), run(14, 25)),
];

const means = test.macro<[release: string, numbers: string]>({
	exec(t, release, numbers) {
		const parsed = parseTitle(release, {mode: 'tv'});
		t.is((parsed && matchSeries(index, parsed))?.id, series.id);
		const found = parsed ? matchEpisodes(episodes, parsed, {...series, type: 'anime'}) : [];
		t.is(found.map(each => `${each.seasonNumber}x${each.episodeNumber}`).join(), numbers);
	},
	title: (_, release, numbers) => `${release} is ${numbers || 'nothing'}`,
});

test(means, '[Kite] Kaze.Todai kara no Tegami 2nd Season Part 2 - 01 [1080p].mkv', '2x14');
test(means, '[Kite] Kaze Todai kara no Tegami 2nd Season Cour 2 - 03 [1080p]', '2x16');
test(means, '[Kite] Kaze Todai kara no Tegami S2 Part 2 [03][1080p]', '2x16');
test(means, '[Kite] Kaze Todai kara no Tegami S2 Part 2 - 16 [1080p]', '2x16');
test(means, '[Kite] Kaze Todai kara no Tegami S2 Part 1 - 03 [1080p]', '2x3');
test(means, '[Kite] Kaze Todai kara no Tegami S2 Part 2 - 12 [1080p]', '2x25');
test(means, '[Kite] Kaze Todai kara no Tegami S2 Part 2 - 13 [1080p]', '');
test(means, '[Kite] Kaze Todai kara no Tegami S2 Part 3 - 01 [1080p]', '');
test(means, '[Kite] Kaze Todai kara no Tegami S2 - 03 [1080p]', '2x3');
