import test from 'ava';
import {templateFaults} from '#shared/domain/naming/check-template.ts';
import {defaultEpisodeNaming, episodeFile, type NamedSeries, seriesFolder} from '#shared/domain/naming/episode-path.ts';
import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import {defaultMovieNaming, movieFile, movieFolder} from '#shared/domain/naming/movie-path.ts';
import {namedMovie as movie, namedFile} from '#test/helpers/named-movie.ts';

/** With everything that a name can tell. */
const file: NamedFile = {
	...namedFile,
	revision: {version: 2, real: 0},
	edition: "Director's Cut",
	customFormats: ['AMZN', 'HDR10+'],
	mediaInfo: {
		videoCodec: 'x265',
		audioCodec: 'EAC3 Atmos',
		audioChannels: 5.1,
		resolution: '1920x1080',
		videoBitDepth: 10,
		dynamicRange: 'DV HDR10',
		is3d: true,
		audioLanguages: ['ja', 'en'],
		subtitleLanguages: ['en'],
	},
	releaseHash: '1A2B3C4D',
};
/** With what every file has. */
const bare: NamedFile = {...namedFile, group: null, edition: null, customFormats: [], mediaInfo: null};
const series: NamedSeries = {title: 'The Glass: River', year: 2015, type: 'standard', metaId: 12, tvMetaId: 34, imdbId: 'tt5'};
const episodes = [{seasonNumber: 1, episodeNumber: 2, absoluteEpisodeNumber: 14, title: 'A Bend & a Bridge', airDate: '2015-10-04'}];

// The formats that guides for Radarr and Sonarr publish.
const sound = '{[Mediainfo AudioCodec}{ Mediainfo AudioChannels]}';
const range = '{[MediaInfo VideoDynamicRangeType]}';
const group = '{-Release Group}';
const tail = `{[Custom Formats]}{[Quality Full]}${sound}${range}{[Mediainfo VideoCodec]}${group}`;
const oldTail = `{[Custom Formats]}{[Quality Full]}{[MediaInfo 3D]}${range}${sound}`;
const animeTail = `{[Custom Formats]}{[Quality Full]}${range}[{Mediainfo VideoCodec }{MediaInfo VideoBitDepth}bit]${sound}{MediaInfo AudioLanguages}${group}`;
const title = '{Movie CleanTitle} {(Release Year)}';
const written = '[AMZN HDR10+][WEBDL-1080p Proper][EAC3 Atmos 5.1][DV HDR10][x265]-KITE';
const writtenAnime = '[AMZN HDR10+][WEBDL-1080p Proper][DV HDR10][x265 10bit][EAC3 Atmos 5.1][JA+EN]-KITE';
const tokens = '.Quality.Full}{.Mediainfo.AudioCodec}{.Mediainfo.AudioChannels}{.MediaInfo.VideoDynamicRangeType}{.Mediainfo.VideoCodec}';

/** Template, the name of a file with everything, and of one with nothing whose title has no id at IMDb. */
const movieFiles: readonly [string, string, string][] = [
	[`${title} - {{Edition Tags}} {[MediaInfo 3D]}${tail}`, `(2019) - {Director's Cut} [3D]${written}`, '(2019) - [WEBDL-1080p]'],
	...(['imdb-{ImdbId}', 'tmdb-{TmdbId}'] as const).flatMap((id): [string, string, string][] => {
		const [known, other] = id.startsWith('imdb') ? ['imdb-tt0133093', ''] : ['tmdb-603', ' {tmdb-603}'];
		const cut = "{edition-Director's Cut} [3D]";
		return [
			[
				`${title} {${id}} - {edition-{Edition Tags}} {[MediaInfo 3D]}${tail}`,
				`(2019) {${known}} - ${cut}${written}`,
				`(2019)${other} - [WEBDL-1080p]`,
			],
			[
				`${title} {${id}} - {edition-{Edition Tags}} {[MediaInfo 3D]}${animeTail}`,
				`(2019) {${known}} - ${cut}${writtenAnime}`,
				`(2019)${other} - [WEBDL-1080p]`,
			],
		];
	}),
	...(['imdbid-{ImdbId}', 'tmdbid-{TmdbId}'] as const).flatMap((id): [string, string, string][] => {
		const [known, other] = id.startsWith('imdb') ? ['imdbid-tt0133093', ''] : ['tmdbid-603', ' [tmdbid-603]'];
		return [
			[
				`${title} [${id}] - {{Edition Tags}} {[MediaInfo 3D]}${tail}`,
				`(2019) [${known}] - {Director's Cut} [3D]${written}`,
				`(2019)${other} - [WEBDL-1080p]`,
			],
			[
				`${title} [${id}] - {Edition Tags }${animeTail}`,
				`(2019) [${known}] - Director's Cut ${writtenAnime}`,
				`(2019)${other} - [WEBDL-1080p]`,
			],
		];
	}),
	[
		`${title} {imdb-{ImdbId}} {edition-{Edition Tags}} ${oldTail}{MediaInfo AudioLanguages}[{MediaInfo VideoBitDepth}bit][{Mediainfo VideoCodec}]${group}`,
		"(2019) {imdb-tt0133093} {edition-Director's Cut} [AMZN HDR10+][WEBDL-1080p Proper][3D][DV HDR10][EAC3 Atmos 5.1][JA+EN][10bit][x265]-KITE",
		'(2019) [WEBDL-1080p]',
	],
	[
		`${title} {Edition Tags} [imdb-{ImdbId}]{[Custom Formats]}{[Quality Full]}{[MediaInfo 3D]}{[MediaInfo VideoDynamicRange]}[{Mediainfo VideoBitDepth}bit][{Mediainfo VideoCodec}]${sound}${group}`,
		"(2019) Director's Cut [imdb-tt0133093][AMZN HDR10+][WEBDL-1080p Proper][3D][HDR][10bit][x265][EAC3 Atmos 5.1]-KITE",
		'(2019) [WEBDL-1080p]',
	],
];

test('every format for movies is accepted and written as its program does', t => {
	for (const [template, whole, least] of movieFiles) {
		const naming = {...defaultMovieNaming, movieFile: template};
		t.deepEqual(templateFaults(template, 'movie'), [], template);
		t.is(movieFile(movie, file, naming), `The Paper Harbor ${whole}.mkv`, template);
		t.is(movieFile({...movie, imdbId: null}, bare, naming), `The Paper Harbor ${least}.mkv`, template);
	}
	const rows: [string, string][] = [
		['{Original Title}', 'The.Paper.Harbor.2019-KITE.mkv'],
		[
			`{Movie.CleanTitle}.{Release.Year}{.Edition.Tags}{.Custom.Formats}{${tokens}${group}`,
			"The.Paper.Harbor.2019.Director's.Cut.AMZN.HDR10+.WEBDL-1080p.Proper.EAC3.Atmos.5.1.DV.HDR10.x265-KITE.mkv",
		],
	];
	for (const [template, expected] of rows) {
		t.deepEqual(templateFaults(template, 'movie'), [], template);
		t.is(movieFile(movie, file, {...defaultMovieNaming, movieFile: template}), expected);
	}
});

test('every format for folders of movies and series too', t => {
	const films: [string, string, string][] = [
		['', '', ''],
		[' {imdb-{ImdbId}}', ' {imdb-tt0133093}', ''],
		[' {tmdb-{TmdbId}}', ' {tmdb-603}', ' {tmdb-603}'],
		[' [imdbid-{ImdbId}]', ' [imdbid-tt0133093]', ''],
		[' [tmdbid-{TmdbId}]', ' [tmdbid-603]', ' [tmdbid-603]'],
	];
	for (const [id, known, unknown] of films) {
		const template = `{Movie CleanTitle} ({Release Year})${id}`;
		t.deepEqual(templateFaults(template, 'movie'), [], template);
		const folder = (imdbId: string | null) => movieFolder({...movie, imdbId}, {...defaultMovieNaming, movieFolder: template});
		t.is(folder(movie.imdbId), `The Paper Harbor (2019)${known}`);
		t.is(folder(null), `The Paper Harbor (2019)${unknown}`);
	}
	const shows: [string, string][] = [
		['{Series TitleYear}', 'The Glass - River (2015)'],
		['{Series TitleYear} {imdb-{ImdbId}}', 'The Glass - River (2015) {imdb-tt5}'],
		['{Series TitleYear} {tvdb-{TvdbId}}', 'The Glass - River (2015) {tvdb-34}'],
		['{Series TitleYear} [imdb-{ImdbId}]', 'The Glass - River (2015) [imdb-tt5]'],
		['{Series TitleYear} [tvdb-{TvdbId}]', 'The Glass - River (2015) [tvdb-34]'],
		['{Series TitleYear} [tvdbid-{TvdbId}]', 'The Glass - River (2015) [tvdbid-34]'],
		['{Series CleanTitleWithoutYear} {(Series Year)} {tvdb-{TvdbId}}', 'The Glass River (2015) {tvdb-34}'],
	];
	for (const [template, expected] of shows) {
		t.deepEqual(templateFaults(template, 'series'), [], template);
		t.is(seriesFolder(series, {...defaultEpisodeNaming, seriesFolder: template}), expected);
	}
});

test('every format for episodes too', t => {
	const numbers = 'S{season:00}E{episode:00}';
	const rows: [string, string, string][] = [
		[
			`{Series TitleYear} - ${numbers} - {Episode CleanTitle:90} ${tail}`,
			`The Glass - River (2015) - S01E02 - A Bend and a Bridge ${written}`,
			'The Glass - River (2015) - S01E02 - A Bend and a Bridge [WEBDL-1080p]',
		],
		[
			`{Series CleanTitleWithoutYear} {(Series Year)} - {Air-Date} - {Episode CleanTitle:90} ${tail}`,
			`The Glass River (2015) - 2015-10-04 - A Bend and a Bridge ${written}`,
			'The Glass River (2015) - 2015-10-04 - A Bend and a Bridge [WEBDL-1080p]',
		],
		[
			`{Series TitleYear} - ${numbers} - {absolute:000} - {Episode CleanTitle:90} {[Custom Formats]}{[Quality Full]}${sound}{MediaInfo AudioLanguages}${range}[{Mediainfo VideoCodec }{MediaInfo VideoBitDepth}bit]${group}`,
			'The Glass - River (2015) - S01E02 - 014 - A Bend and a Bridge [AMZN HDR10+][WEBDL-1080p Proper][EAC3 Atmos 5.1][JA+EN][DV HDR10][x265 10bit]-KITE',
			'The Glass - River (2015) - S01E02 - 014 - A Bend and a Bridge [WEBDL-1080p]',
		],
		[
			`{Series TitleYear} - ${numbers} - {absolute:000} - {Episode CleanTitle} [{Custom Formats }{Quality Full}]${range}[{MediaInfo VideoBitDepth}bit]{[MediaInfo VideoCodec]}[{Mediainfo AudioCodec} { Mediainfo AudioChannels}]{MediaInfo AudioLanguages}${group}`,
			'The Glass - River (2015) - S01E02 - 014 - A Bend and a Bridge [AMZN HDR10+ WEBDL-1080p Proper][DV HDR10][10bit][x265][EAC3 Atmos 5.1][JA+EN]-KITE',
			'The Glass - River (2015) - S01E02 - 014 - A Bend and a Bridge [WEBDL-1080p]',
		],
		[
			`{Series.CleanTitleYear}.${numbers}{.Episode.CleanTitle}{.Custom.Formats}{${tokens}${group}`,
			'The.Glass.River.2015.S01E02.A.Bend.and.a.Bridge.AMZN.HDR10+.WEBDL-1080p.Proper.EAC3.Atmos.5.1.DV.HDR10.x265-KITE',
			'The.Glass.River.2015.S01E02.A.Bend.and.a.Bridge.WEBDL-1080p',
		],
		['{Original Title}', 'The.Paper.Harbor.2019-KITE', 'The.Paper.Harbor.2019-KITE'],
		['Season {season:00}', 'Season 01', 'Season 01'],
	];
	for (const [template, whole, least] of rows) {
		const naming = {...defaultEpisodeNaming, standardEpisode: template};
		t.deepEqual(templateFaults(template, 'series'), [], template);
		t.is(episodeFile(series, {episodes, file}, naming), `${whole}.mkv`);
		t.is(episodeFile(series, {episodes, file: bare}, naming), `${least}.mkv`);
	}
});

test('each further token has its value', t => {
	const named = {...movie, collectionTitle: 'The Harbor Collection'};
	const ofMovie: [string, string][] = [
		['{Movie Collection}', 'The Harbor Collection'],
		['{Movie CollectionThe}', 'Harbor Collection, The'],
		['{Movie CleanTitleThe}', 'Paper Harbor, The'],
		['{Custom Format:amzn}', 'AMZN'],
		['x{ Custom Format:DV}{Custom Format}', 'x'],
		['{Custom Formats:HDR10+,other}', 'HDR10+'],
		['{Custom Formats:-HDR10+}', 'AMZN'],
		['{MediaInfo Video} {MediaInfo Audio} {MediaInfo 3D}', 'x265 EAC3 Atmos 3D'],
		['{MediaInfo AudioLanguages}{MediaInfo AudioLanguagesAll}', '[JA+EN][JA+EN]'],
		['{MediaInfo AudioLanguages:JA} [{MediaInfo AudioLanguages}] {[MediaInfo AudioLanguages]}', '[JA] [JA+EN] [JA+EN]'],
		['{MediaInfo AudioLanguages:-JA-DE}', '[EN]'],
		['x{MediaInfo SubtitleLanguages}{MediaInfo SubtitleLanguagesAll}', 'x[EN][EN]'],
		['{MediaInfo Full}', 'x265 EAC3 Atmos [JA+EN] [EN]'],
	];
	for (const [template, expected] of ofMovie) {
		t.deepEqual(templateFaults(template, 'movie'), [], template);
		t.is(movieFile(named, file, {...defaultMovieNaming, movieFile: template}), `${expected}.mkv`, template);
	}
	const english = {...file, mediaInfo: {...file.mediaInfo!, audioLanguages: ['en']}}; // given above
	const template = 'x{MediaInfo AudioLanguages}{MediaInfo AudioLanguagesAll}';
	t.is(movieFile(movie, english, {...defaultMovieNaming, movieFile: template}), 'x[EN].mkv');
	const ofSeries: [string, string][] = [
		['{Series CleanTitleYear}', 'The Glass River 2015'],
		['{Series TitleTheYear}', 'Glass - River, The (2015)'],
		['{Series CleanTitleThe}', 'Glass River, The'],
		['{Series CleanTitleTheYear}', 'Glass River, The 2015'],
		['{Series CleanTitleWithoutYear}', 'The Glass River'],
		['{Series TitleTheWithoutYear}', 'Glass - River, The'],
		['{Series CleanTitleTheWithoutYear}', 'Glass River, The'],
		['x [{Release Hash}]', 'x [1A2B3C4D]'],
		['x {tvmaze-{TvMazeId}}', 'x'],
		['{{imdb-{ImdbId}}} {{Edition Tags}}', '{imdb-tt5} {Edition Tags}'],
	];
	for (const [format, expected] of ofSeries) {
		t.deepEqual(templateFaults(format, 'series'), [], format);
		t.is(episodeFile(series, {episodes, file}, {...defaultEpisodeNaming, standardEpisode: format}), `${expected}.mkv`, format);
	}
	t.deepEqual(templateFaults('{MediaInfo 3D}{Movie Collection}', 'series').length, 2);
	t.deepEqual(templateFaults('{Release Hash}', 'movie').length, 1);
});

test('files keep the names from their downloads if they are not to be renamed', t => {
	t.is(movieFile(movie, file, {...defaultMovieNaming, rename: false}), 'paper.mkv');
	t.is(movieFile(movie, {...file, originalFileName: 'a/../b:c'}, {...defaultMovieNaming, rename: false}), 'a+..+b-c.mkv');
	t.is(episodeFile(series, {episodes, file}, {...defaultEpisodeNaming, rename: false}), 'paper.mkv');
	t.regex(movieFile(movie, {...file, originalFileName: null}, {...defaultMovieNaming, rename: false}), /^The Paper - Harbor/);
	t.is(movieFolder(movie, {...defaultMovieNaming, rename: false}), 'The Paper - Harbor (2019)');
});

test('a name that is too long loses custom formats one by one', t => {
	const many = {...file, customFormats: Array.from({length: 60}, (_, n) => `Format${n}`)};
	const name = movieFile(movie, many, {...defaultMovieNaming, movieFile: `${title} {[Custom Formats]}{[Quality Full]}`});
	t.regex(name, /^The Paper Harbor \(2019\) \[Format0 (?:Format\d+ ?)+\]\[WEBDL-1080p Proper\]\.mkv$/);
	t.true(name.length <= 255 - '.commentary.2.es-419.forced.sdh'.length && name.length > 200);
});
