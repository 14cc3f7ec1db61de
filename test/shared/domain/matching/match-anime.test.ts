import test from 'ava';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchEpisodes} from '#shared/domain/matching/match-episodes.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {createTitleIndex, type LibraryTitle, titleKeys} from '#shared/domain/matching/title-index.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';

function series(title: string, more: Partial<LibraryTitle> = {}): LibraryTitle {
	const none = {originalTitle: null, alternativeTitles: [], imdbId: null, metaId: null, tvMetaId: null};
	return {id: title, title, year: 2016, ...none, ...more};
}

const library = [
	series('Sora no Uta', {
		alternativeTitles: ['Song of the Sky', 'Sky Song II'],
		seasonTitles: [{title: 'Sora no Uta Umi-hen', seasonNumber: 3}],
	}),
	series('Kaze II'),
	series('Hoshi OVA'),
];
const index = createTitleIndex(library);

/** Three seasons of twelve, counted through, and five specials. */
const episodes = [
	...Array.from({length: 36}, (_, at) => ({
		seasonNumber: Math.floor(at / 12) + 1,
		episodeNumber: (at % 12) + 1,
		absoluteEpisodeNumber: at + 1,
		airDate: `2016-${String(Math.floor(at / 4) + 1).padStart(2, '0')}-${String((at % 4) * 7 + 1).padStart(2, '0')}`,
		title: `Chapter ${at + 1}`,
	})),
	...['OVA 1', 'The Long Winter', 'A Day at Sea', 'Special 4', 'OVA 2: The Tide'].map((title, at) => ({
		seasonNumber: 0,
		episodeNumber: at + 1,
		absoluteEpisodeNumber: null,
		airDate: at === 2 ? '2016-03-24' : `2019-0${at + 1}-01`,
		title,
	})),
];

const holds = test.macro<[release: string, id: string | null, numbers: string[]]>({
	exec(t, release, id, numbers) {
		const parsed = parseTitle(release, {mode: 'tv'});
		t.truthy(parsed);
		const found = parsed && matchSeries(index, parsed);
		t.is(found?.id ?? null, id);
		const held = parsed && found ? matchEpisodes(episodes, parsed, found) : [];
		t.deepEqual(
			held.map(({seasonNumber, episodeNumber}) => `${seasonNumber}x${episodeNumber}`),
			numbers,
		);
		const {names} = lookupKeys([{parsed}]);
		t.true(found === null || titleKeys(found).some(key => names.includes(key)));
	},
	title: (note, release, id, numbers) => `${note ?? ''} ${release} holds ${numbers.join(', ') || 'nothing'} of ${id ?? 'ours'}`.trim(),
});

const ours = 'Sora no Uta';
test('the season in the title:', holds, '[Tern] Sora no Uta S2 - 03 [1080p]', ours, ['2x3']);
test(holds, 'Sora no Uta S2 - 03 1080p', ours, ['2x3']);
test(holds, '[Tern] Sora no Uta 2nd Season - 03 [1080p]', ours, ['2x3']);
test(holds, '[Tern] Sora no Uta Second Season - 03 [1080p]', ours, ['2x3']);
test(holds, '[Tern] Sora no Uta Season 3 - 11 [1080p]', ours, ['3x11']);
test(holds, '[Tern] Sora no Uta (Season 3) - 11 [1080p]', ours, ['3x11']);
test(holds, '[Tern] Sora no Uta II - 03 [1080p]', ours, ['2x3']);
test(holds, '[Tern] Sora no Uta 2 - 03 [1080p]', ours, ['2x3']);
test(holds, '[Tern] Song of the Sky S2 - 03 [1080p]', ours, ['2x3']);
test(holds, '[Tern] Sora no Uta S2 - 01-03 [1080p]', ours, ['2x1', '2x2', '2x3']);
test('a count from the start that leads into the season:', holds, '[Tern] Sora no Uta S3 - 27 [1080p]', ours, ['3x3']);
test('one that leads elsewhere:', holds, '[Tern] Sora no Uta S2 - 27 [1080p]', ours, []);
test('no such season:', holds, '[Tern] Sora no Uta S5 - 03 [1080p]', ours, []);
test('a count from the start:', holds, '[Tern] Sora no Uta - 27 [1080p]', ours, ['3x3']);
test('a show that is itself called so:', holds, '[Tern] Kaze II - 03 [1080p]', 'Kaze II', ['1x3']);
test('its second season:', holds, '[Tern] Kaze II S2 - 03 [1080p]', 'Kaze II', ['2x3']);
test('a number without a group is of another show:', holds, 'Sora no Uta 2 - 03 1080p', null, []);
test('an alternative title that ends in a season:', holds, '[Tern] Sky Song II - 03 [1080p]', ours, ['2x3']);
test(holds, 'Sky.Song.II.S01E03.1080p.WEB-TERN', ours, ['2x3']);
test('the name of a season:', holds, '[Tern] Sora no Uta Umi-hen - 03 [1080p]', ours, ['3x3']);
test(holds, 'Sora.no.Uta.Umi-hen.S01E03.1080p.WEB-TERN', ours, ['3x3']);

test('a special by its number:', holds, '[Tern] Sora no Uta OVA - 01 [1080p]', ours, ['0x1']);
test(holds, '[Tern] Sora no Uta SP4 [1080p]', ours, ['0x4']);
test(holds, '[Tern] Sora no Uta - OVA 1 [1080p]', ours, ['0x1']);
test('one that its name numbers otherwise than its season:', holds, '[Tern] Sora no Uta OVA - 02 [1080p]', ours, ['0x5']);
test(holds, '[Tern] Sora no Uta OVA2 [1080p]', ours, ['0x5']);
test(holds, '[Tern] Sora no Uta Special - 02 [1080p]', ours, ['0x2']);
test('by its name:', holds, 'Sora.no.Uta.S01.Special.The.Long.Winter.1080p.WEB-TERN', ours, ['0x2']);
test(holds, '[Tern] Sora no Uta OVA - The Long Winter [1080p]', ours, ['0x2']);
test(holds, 'Sora.no.Uta.S02E00.The.Long.Winter.1080p.WEB-TERN', ours, ['0x2']);
test('one that nobody knows:', holds, 'Sora.no.Uta.S01.Special.The.Short.Summer.1080p.WEB-TERN', ours, []);
test(holds, '[Tern] Sora no Uta OVA - 09 [1080p]', ours, []);
test('an opening is no episode:', holds, '[Tern] Sora no Uta NCOP 01 [1080p]', ours, []);
test('between two episodes:', holds, '[Tern] Sora no Uta - 12.5 [1080p]', ours, ['0x3']);
test('between two others:', holds, '[Tern] Sora no Uta - 20.5 [1080p]', ours, []);
test('half an episode is no whole one:', holds, 'Sora no Uta S01E02.5 720p', ours, []);
test('a show of specials:', holds, '[Tern] Hoshi OVA - 01 [1080p]', 'Hoshi OVA', ['1x1']);

const all = (...seasons: number[]) => seasons.flatMap(season => Array.from({length: 12}, (_, at) => `${season}x${at + 1}`));
test('a pack of several seasons:', holds, 'Sora.no.Uta.S01-S02.1080p.BluRay-TERN', ours, all(1, 2));
test(holds, 'Sora.no.Uta.S02-S03.1080p.BluRay-TERN', ours, all(2, 3));
test(holds, 'Sora no Uta Complete Series 1080p', ours, all(1, 2, 3));
test(holds, 'Sora no Uta S01E01-S02E12 1080p', ours, all(1, 2));
test('a pack with its specials:', holds, 'Sora no Uta S01 + Specials 1080p', ours, all(1));

test('without the names of the series only a word tells the season', t => {
	const held = (release: string) =>
		matchEpisodes(episodes, parseTitle(release, {mode: 'tv'})!).map(({absoluteEpisodeNumber}) => absoluteEpisodeNumber); // such a name can be read
	t.deepEqual(held('[Tern] Sora no Uta S2 - 03 [1080p]'), [15]);
	t.deepEqual(held('[Tern] Sora no Uta II - 03 [1080p]'), [3]);
});

test('a number without a mark counts a long anime from its start', t => {
	const seasonLength = 40;
	const many = Array.from({length: 1200}, (_, at) => ({
		seasonNumber: Math.floor(at / seasonLength) + 1,
		episodeNumber: (at % seasonLength) + 1,
		absoluteEpisodeNumber: at + 1,
		airDate: null,
		title: '',
	}));
	const long = {...series('Long Tide'), type: 'anime' as const};
	const held = (release: string, of: Parameters<typeof matchEpisodes>[2]) =>
		matchEpisodes(many, parseTitle(release, {mode: 'tv'})!, of).map(({absoluteEpisodeNumber}) => absoluteEpisodeNumber); // all are readable
	t.deepEqual(held('Long.Tide.1122.1080p.WEB.H264-TERN', long), [1122]);
	t.deepEqual(held('Long Tide 1145-1146 (720p)', long), [1145, 1146]);
	t.deepEqual(held('Long.Tide.1222.1080p.WEB.H264-TERN', long), []);
	t.deepEqual(held('Long.Tide.S11E22.1122.1080p.WEB.H264-TERN', long), [422]);
	t.deepEqual(held('Long.Tide.1122.1080p.WEB.H264-TERN', {...long, type: 'standard'}), [422]);
});

test('a number in the folder of a season may repeat the season, but not for anime', t => {
	const names = {title: ours, originalTitle: null, alternativeTitles: [], seasonTitles: []};
	const held = (name: string, type: 'standard' | 'anime') => {
		const parsed = parseTitle(name, {mode: 'tv', isPath: true});
		return parsed && matchEpisodes(episodes, parsed, {...names, type}).map(each => `${each.seasonNumber}x${each.episodeNumber}`);
	};
	t.deepEqual(held('Season 2/Sora no Uta - 205 - Chapter 17.mkv', 'standard'), ['2x5']);
	t.deepEqual(held('Season 2/Sora no Uta - 105 - Chapter 5.mkv', 'standard'), []);
	t.deepEqual(held('Season 2/Sora no Uta - 205 - Chapter 17.mkv', 'anime'), []);
});
