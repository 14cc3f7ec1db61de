import test from 'ava';
import {chooseEntry, type Wanted} from '#shared/domain/subtitles/archive-entry.ts';

const movie: Wanted = {language: 'en', episode: null, releaseName: 'Paper.Harbor.2019.1080p.BluRay.x264-KITE'};
const episode = {seasonNumber: 1, episodeNumber: 2, absoluteEpisodeNumber: null, title: 'The Door'};
const series: Wanted = {language: 'en', episode, releaseName: 'Glass.River.S01E02.1080p.WEB.h264-KITE'};

function chosen(names: readonly string[], wanted: Wanted): string {
	const found = chooseEntry(
		names.map(path => ({path, size: 10})),
		wanted,
	);
	return 'entry' in found ? found.entry.path : found.fault;
}

for (const [names, expected, wanted] of [
	[['Paper.Harbor.2019.720p.srt', 'Paper.Harbor.2019.1080p.BluRay.x264-KITE.srt'], 'Paper.Harbor.2019.1080p.BluRay.x264-KITE.srt', {}],
	[['Paper Harbor.en.hi.srt', 'Paper Harbor.en.srt'], 'Paper Harbor.en.srt', {}],
	[['Paper Harbor.en.hi.srt', 'Paper Harbor.en.srt'], 'Paper Harbor.en.hi.srt', {hearingImpaired: true}],
	[['Paper Harbor.en.srt', 'Paper Harbor.en.forced.srt'], 'Paper Harbor.en.forced.srt', {forced: true}],
	[['3_English.srt', '2_English.srt', '4_French.srt'], '2_English.srt', {}],
	[['English.srt', 'Arabic.srt'], 'English.srt', {}],
	[['Harbor.No.srt'], 'Harbor.No.srt', {}],
	[['Harbor.2019.ITALIAN.BluRay-LARK.srt', 'Harbor.de.srt'], 'Harbor.2019.ITALIAN.BluRay-LARK.srt', {}],
	[['pt/film.srt', 'pt-BR/film.srt'], 'pt-BR/film.srt', {language: 'pt-br'}],
	[['film.por.srt', 'film.pob.srt'], 'film.pob.srt', {language: 'pt-br'}],
	[['film.zh-Hans.srt', 'film.zh-Hant.srt'], 'film.zh-Hant.srt', {language: 'zh-tw'}],
	[['film.cht.srt', 'film.chs.srt'], 'film.chs.srt', {language: 'zh'}],
	[['film.en-US.srt', 'film.fr-CA.srt'], 'film.fr-CA.srt', {language: 'fr'}],
	[['film.ass', 'film.srt'], 'film.srt', {}],
	[['Paper Harbor.Commentary.en.srt', 'Paper Harbor.en.srt'], 'Paper Harbor.en.srt', {}],
	[['film.sub', 'film.idx'], 'there is no subtitle in it', {}],
	[['film.part1.rar'], 'it holds further archives, which are not unpacked', {}],
	[['film.a.srt', 'film.b.srt'], 'it is unclear which of its subtitles fits: film.a.srt, film.b.srt', {}],
] as const) {
	test(`of ${names.join(' and ')} for a film in ${JSON.stringify(wanted)}: ${expected}`, t => {
		t.is(chosen(names, {...movie, ...wanted}), expected);
	});
}

for (const [names, expected] of [
	[['Glass River S01E01.srt', 'Glass River S01E02 HI.srt', 'Glass River S01E02.srt'], 'Glass River S01E02.srt'],
	[['Glass River S01E01-E02.srt', 'Glass River S01E03.srt'], 'Glass River S01E01-E02.srt'],
	[['Glass River - 102.srt', 'Glass River - 103.srt'], 'Glass River - 102.srt'],
	[['Glass River - 102.srt', 'Glass River - 002.srt'], 'Glass River - 002.srt'],
	[['glass.river.102.srt', 'glass.river.101.srt'], 'glass.river.102.srt'],
	[['S01/E02.srt', 'S01/E01.srt', 'S02/E02.srt'], 'S01/E02.srt'],
	[['Season 1/Episode 2.srt', 'Season 1/Episode 1.srt'], 'Season 1/Episode 2.srt'],
	[['The Door.srt'], 'The Door.srt'],
	[['Glass.River.S01E03.srt'], 'it holds nothing for season 1, episode 2'],
	[['a.srt', 'b.srt'], 'it holds nothing for season 1, episode 2'],
	[
		['Glass.River.S01E02.720p.HDTV.x264-LARK.srt', 'Glass.River.S01E02.1080p.WEB.h264-KITE.srt'],
		'Glass.River.S01E02.1080p.WEB.h264-KITE.srt',
	],
] as const) {
	test(`of ${names.join(' and ')} for the second episode: ${expected}`, t => {
		t.is(chosen(names, series), expected);
	});
}
