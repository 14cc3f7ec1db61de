import test from 'ava';
import fc from 'fast-check';
import {expandNumbering, multiEpisodeStyles} from '#shared/domain/naming/episode-numbers.ts';
import {
	defaultEpisodeNaming,
	episodeFile,
	episodePath,
	joinTitles,
	type NamedEpisode,
	type NamedSeries,
	seasonFolder,
} from '#shared/domain/naming/episode-path.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';

const file = {
	quality: 'HDTV-720p' as const,
	revision: {version: 1, real: 0},
	repack: false,
	group: 'KITE',
	edition: null,
	customFormats: [],
	mediaInfo: null,
	releaseTitle: null,
	originalFileName: null,
	extension: '.mkv',
};
const series: NamedSeries = {title: 'Glass River', year: 2015, type: 'standard', metaId: 12, tvMetaId: 34, imdbId: 'tt5'};

function episode(episodeNumber: number, more: Partial<NamedEpisode> = {}): NamedEpisode {
	return {seasonNumber: 1, episodeNumber, absoluteEpisodeNumber: null, title: `Title ${episodeNumber}`, airDate: null, ...more};
}

const path = (episodes: NamedEpisode[], used = series, naming = defaultEpisodeNaming) =>
	episodePath(used, {episodes, file, inSeasonFolder: true}, naming);

test('an episode lies in its season', t => {
	t.is(path([episode(2)]), 'Glass River (2015)/Season 01/Glass River (2015) - S01E02 - Title 2 [HDTV-720p]-KITE.mkv');
});

test('a special lies among the specials', t => {
	t.is(path([episode(2, {seasonNumber: 0})]), 'Glass River (2015)/Specials/Glass River (2015) - S00E02 - Title 2 [HDTV-720p]-KITE.mkv');
	t.is(seasonFolder(series, 12, defaultEpisodeNaming), 'Season 12');
});

test('without season folders the file lies in the folder of the series', t => {
	t.is(episodePath(series, {episodes: [episode(1)], file, inSeasonFolder: false}, defaultEpisodeNaming).split('/').length, 2);
});

test('a daily show is named by date, its special by number', t => {
	const daily = {...series, type: 'daily' as const};
	t.regex(path([episode(2, {airDate: '2015-10-04'})], daily), /Glass River \(2015\) - 2015-10-04 - Title 2 /);
	t.regex(path([episode(2, {airDate: '2015-10-04', seasonNumber: 0})], daily), / - S00E02 - /);
	t.regex(path([episode(2)], daily), / - S01E02 - /);
});

test('anime carries its absolute numbers', t => {
	const anime = {...series, type: 'anime' as const};
	t.regex(path([episode(2, {absoluteEpisodeNumber: 14})], anime), / - S01E02 - 014 - Title 2 /);
	t.regex(path([episode(2, {absoluteEpisodeNumber: 14}), episode(3, {absoluteEpisodeNumber: 15})], anime), / - S01E02-E03 - 014-015 - /);
	t.regex(path([episode(2)], anime), / - S01E02 - Title/);
});

test('several episodes are written in each style', t => {
	const write = (episodes: number[]) =>
		multiEpisodeStyles.map(style => expandNumbering('S{season:00}E{episode:00}', [{season: 1, episodes}], style));
	t.deepEqual(write([1, 2, 3]), ['S01E01-02-03', 'S01E01.S01E02.S01E03', 'S01E01E02E03', 'S01E01-E02-E03', 'S01E01-03', 'S01E01-E03']);
	t.deepEqual(write([7]), ['S01E07', 'S01E07', 'S01E07', 'S01E07', 'S01E07', 'S01E07']);
});

test('no style claims an episode that is not there', t => {
	const write = (episodes: number[]) =>
		multiEpisodeStyles.map(style => expandNumbering('{season}x{episode:00}', [{season: 2, episodes}], style));
	t.deepEqual(write([1, 2, 4]), ['2x01x02x04', '2x01.2x02.2x04', '2x01x02x04', '2x01x02x04', '2x01x02x04', '2x01x02x04']);
});

test('episodes are written in order, whatever order they came in', t => {
	t.regex(path([episode(3), episode(2)]), /S01E02-E03 - Title 2 \+ Title 3/);
});

test('a file of two seasons is named after both, and read back so', t => {
	for (const multiEpisodeStyle of multiEpisodeStyles) {
		const name = path([episode(1, {seasonNumber: 2}), episode(13)], series, {...defaultEpisodeNaming, multiEpisodeStyle});
		t.regex(name, /Season 01\/Glass River \(2015\) - S01E13\+S02E01 - Title 13 \+ Title 1 /);
		t.like(parseTitle(name, {mode: 'tv', isPath: true}), {season: 1, lastSeason: 2, across: {first: 13, last: 1, isRun: false}});
	}
});

test('parts of one title are reported once', t => {
	t.is(joinTitles(['Pilot (1)', 'Pilot (2)']), 'Pilot');
	t.is(joinTitles(['Pilot (1)']), 'Pilot (1)');
	t.is(joinTitles(['One', 'Two']), 'One + Two');
	t.is(joinTitles([]), '');
});

test('the year of a series is not written twice', t => {
	const named = episodeFile(
		{...series, title: 'Glass River (2015)'},
		{episodes: [episode(1)], file},
		{...defaultEpisodeNaming, standardEpisode: '{Series TitleYear} - {Series TitleWithoutYear} {tvdb-{TvdbId}}'},
	);
	t.is(named, 'Glass River (2015) - Glass River {tvdb-34}.mkv');
});

test('a long episode title is cut, the numbers, quality and group stay', t => {
	const name = episodeFile(series, {episodes: [episode(1, {title: '漢字'.repeat(100)})], file}, defaultEpisodeNaming);
	t.regex(name, /^Glass River \(2015\) - S01E01 - .+ \[HDTV-720p\]-KITE\.mkv$/);
	t.true(new TextEncoder().encode(name).length <= 255);
});

test('what was named in any style is read back as the same episodes', t => {
	const numbers = fc.tuple(fc.integer({min: 1, max: 40}), fc.integer({min: 1, max: 3}));
	t.notThrows(() =>
		fc.assert(
			fc.property(
				fc.constantFrom(...multiEpisodeStyles),
				fc.integer({min: 1, max: 30}),
				numbers,
				(multiEpisodeStyle, seasonNumber, [first, count]) => {
					const episodes = Array.from({length: count}, (_, n) => episode(first + n, {seasonNumber, title: 'Some Words'}));
					const parsed = parseTitle(`/shows/${path(episodes, series, {...defaultEpisodeNaming, multiEpisodeStyle})}`, {
						mode: 'tv',
						isPath: true,
					});
					return parsed?.season === seasonNumber && parsed.episodes.join() === episodes.map(({episodeNumber}) => episodeNumber).join();
				},
			),
			{numRuns: 300},
		),
	);
});
