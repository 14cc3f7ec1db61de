import test from 'ava';
import {matchEpisodes} from '#shared/domain/matching/match-episodes.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {noIds} from '#shared/domain/matching/same-ids.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {buildLibraryTitle as series} from '#test/helpers/build-library-title.ts';

const index = createTitleIndex([
	series('Glass River', 2005),
	series('Glass River (2019)', 2019),
	series('The Voice of Corvane', 2011),
	series('Station', 2001),
	series('Station', 2014, {id: 'second station'}),
	series('Sunset Hills 90210', 1990),
	series('Kurobana no Tabi', 2016, {alternativeTitles: ['Black Flower Journey'], tvMetaId: 77}),
]);

const finds = test.macro<[release: string, id: string | null, ids?: Partial<typeof noIds>]>({
	exec(t, release, id, ids) {
		const parsed = parseTitle(release, {mode: 'tv'});
		t.truthy(parsed);
		t.is((parsed && matchSeries(index, parsed, {...noIds, ...ids}))?.id ?? null, id);
	},
	title: (note, release, id) => `${note ?? ''} ${release} is ${id ?? 'nothing of ours'}`.trim(),
});

test('the bare title is the older namesake:', finds, 'Glass.River.S01E01.1080p.WEB-DL-KITE', 'Glass River 2005');
test('the year tells namesakes apart:', finds, 'Glass.River.2019.S01E01.1080p.WEB-DL-KITE', 'Glass River (2019) 2019');
test('the year of nobody:', finds, 'Glass.River.1999.S01E01.1080p.WEB-DL-KITE', null);
test('two of the same name without a year are none:', finds, 'Station.S01E01.1080p.WEB-DL-KITE', null);
test('with the year it is one:', finds, 'Station.2014.S01E01.1080p.WEB-DL-KITE', 'second station');
test('a number in the title:', finds, 'Sunset.Hills.90210.S01E01.1080p.WEB-DL-KITE', 'Sunset Hills 90210 1990');
test('another article is another show while no year agrees:', finds, 'Voice.of.Corvane.S01E01.1080p.WEB-DL-KITE', null);
test('alternative title:', finds, '[Grp] Black Flower Journey - 12 [1080p].mkv', 'Kurobana no Tabi 2016');
test('told id:', finds, 'Kurobana.Travel.S01E01.1080p.WEB-DL-KITE', 'Kurobana no Tabi 2016', {tvMetaId: 77});
test('another id is another show:', finds, 'Kurobana.no.Tabi.S01E01.1080p.WEB-DL-KITE', null, {tvMetaId: 78});

const episode = (
	seasonNumber: number,
	episodeNumber: number,
	absoluteEpisodeNumber: number | null = null,
	airDate: string | null = null,
) => ({
	seasonNumber,
	episodeNumber,
	absoluteEpisodeNumber,
	airDate,
});
const regular = [episode(2, 2), episode(2, 1), episode(1, 1), episode(1, 2), episode(0, 1)];

const holds = test.macro<[release: string, numbers: string[], episodes?: typeof regular]>({
	exec(t, release, numbers, episodes = regular) {
		const parsed = parseTitle(release, {mode: 'tv'});
		t.truthy(parsed);
		t.deepEqual(
			parsed && matchEpisodes(episodes, parsed).map(({seasonNumber, episodeNumber}) => `${seasonNumber}x${episodeNumber}`),
			numbers,
		);
	},
	title: (note, release, numbers) => `${note ?? ''} ${release} holds ${numbers.join(', ') || 'nothing of ours'}`.trim(),
});

test(holds, 'Glass.River.S01E02.1080p.WEB-DL-KITE', ['1x2']);
test('in order:', holds, 'Glass.River.S02E01E02.1080p.WEB-DL-KITE', ['2x1', '2x2']);
test('whole season:', holds, 'Glass.River.S02.1080p.BluRay-KITE', ['2x1', '2x2']);
test('special:', holds, 'Glass.River.S00E01.1080p.WEB-DL-KITE', ['0x1']);
test('no such episode:', holds, 'Glass.River.S01E09.1080p.WEB-DL-KITE', []);
test('part of a season:', holds, 'Glass.River.S02.Part.1.1080p.BluRay-KITE', []);
test('counted through:', holds, '[Grp] Glass River - 03 [1080p].mkv', ['2x1']);
test(
	'absolute numbers of the provider:',
	holds,
	'[Grp] Glass River - 13 [1080p].mkv',
	['2x1'],
	[episode(1, 1, 1), episode(2, 1, 13), episode(2, 13, 25)],
);
test(
	'by date:',
	holds,
	'Glass.River.2019.03.04.720p.HDTV-KITE',
	['1x2'],
	[episode(1, 1, null, '2019-03-03'), episode(1, 2, null, '2019-03-04'), episode(0, 1, null, '2019-03-04')],
);
const sameDay = [episode(1, 1, null, '2019-03-04'), episode(1, 2, null, '2019-03-04'), episode(0, 1, null, '2019-03-04')];
test('a day with several episodes is none of them:', holds, 'Glass.River.2019.03.04.720p.HDTV-KITE', [], sameDay);
test('its parts tell them:', holds, 'Glass.River.2019.03.04.Part.2.720p.HDTV-KITE', ['1x2'], sameDay);
test('a day with a special only:', holds, 'Glass.River.2019.03.05.720p.HDTV-KITE', ['0x2'], [episode(0, 2, null, '2019-03-05')]);
