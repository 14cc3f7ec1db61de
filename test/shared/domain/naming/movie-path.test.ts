import test from 'ava';
import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import {defaultMovieNaming, movieFile, movieFolder, moviePath} from '#shared/domain/naming/movie-path.ts';
import {namedFile as file, namedMovie as movie} from '#test/helpers/named-movie.ts';

const bare: NamedFile = {...file, group: null, edition: null, customFormats: [], mediaInfo: null, releaseTitle: null};

const names = test.macro<[template: string, expected: string, file?: NamedFile]>({
	exec(t, template, expected, used = file) {
		t.is(movieFile(movie, used, {...defaultMovieNaming, movieFile: template}), expected);
	},
	title: (_, template, expected) => `${template} makes ${expected}`,
});

test(names, '{Movie Title} ({Year}) [{Quality Full}]-{Release Group}', 'The Paper - Harbor (2019) [WEBDL-1080p]-KITE.mkv');
test(names, '{Movie.Title}.{Release.Year}', 'The.Paper.-.Harbor.2019.mkv');
test(names, '{Movie CleanTitle}', 'The Paper Harbor.mkv');
test(names, '{Movie_CleanTitle}', 'The_Paper_Harbor.mkv');
test(names, '{movie cleantitle}', 'the paper harbor.mkv');
test(names, '{MOVIE CLEANTITLE}', 'THE PAPER HARBOR.mkv');
test(names, '{Movie TitleThe}', 'Paper - Harbor, The.mkv');
test(names, '{Movie TitleFirstCharacter}', 'P.mkv');
test(names, '{Movie OriginalTitle}', 'Der Hafen.mkv');
test(names, '{Movie CleanTitle:9}', 'The Paper.mkv');
test(names, '{Movie CleanTitle:-6}', 'Harbor.mkv');
test(names, 'x{-Release Group}', 'x-KITE.mkv');
test(names, 'x {[Quality Full]}{[Custom Formats]}', 'x [WEBDL-1080p][HDR Atmos].mkv');
test(
	names,
	'x {[MediaInfo VideoCodec}{ MediaInfo AudioCodec}{ MediaInfo AudioChannels]} {MediaInfo AudioLanguages}',
	'x [h265 EAC3 5.1] [EN+DE].mkv',
);
test(names, '{Original Title}', 'The.Paper.Harbor.2019-KITE.mkv');
test(names, 'x {tmdb-{TmdbId}} {imdb-{ImdbId}} {edition-{Edition Tags}}', 'x {tmdb-603} {imdb-tt0133093} {edition-Extended}.mkv');
test(names, 'x {not a token!} {', 'x {not a token!} {.mkv');
test(names, 'x {constructor} {Unknown Token}', 'x.mkv');
test(names, 'Discs/{Movie CleanTitle}', 'Discs/The Paper Harbor.mkv');
test(names, '../../{Movie CleanTitle}', 'The Paper Harbor.mkv');
test(names, '', '_.mkv');

const vanishes = names;
test(
	'without a value:',
	vanishes,
	'{Movie CleanTitle} {[Quality Full]}{-Release Group} {edition-{Edition Tags}}{ [Custom Formats]}',
	'The Paper Harbor [WEBDL-1080p].mkv',
	bare,
);
test(
	'dashes around nothing:',
	vanishes,
	'{Movie CleanTitle} - {Edition Tags} - {Original Title} - {MediaInfo Simple}',
	'The Paper Harbor - paper.mkv',
	bare,
);
test('brackets around nothing:', vanishes, 'x ({Edition Tags}) [{Release Group}]', 'x.mkv', bare);

test('later versions are reported, so that reading the name again finds them', t => {
	const full = (version: number, real: number, repack: boolean) =>
		movieFile(movie, {...bare, revision: {version, real}, repack}, {...defaultMovieNaming, movieFile: '{Quality Full}'});
	t.deepEqual(
		[full(2, 0, false), full(2, 0, true), full(3, 0, true), full(2, 1, false)],
		['WEBDL-1080p Proper.mkv', 'WEBDL-1080p REPACK.mkv', 'WEBDL-1080p REPACK2.mkv', 'WEBDL-1080p Proper REAL.mkv'],
	);
});

test('a movie without a year has no empty brackets', t => {
	t.is(moviePath({...movie, year: null}, bare, defaultMovieNaming), 'The Paper - Harbor/The Paper - Harbor [WEBDL-1080p].mkv');
});

test('a long title is cut, quality and group stay', t => {
	const long = moviePath({...movie, title: 'Ж漢'.repeat(200)}, file, defaultMovieNaming);
	const [folder = '', name = ''] = long.split('/');
	t.true(name.endsWith('(2019) [WEBDL-1080p]-KITE.mkv'));
	t.true(folder.endsWith('(2019)'));
	// The rest is for the subtitles and pictures of the video.
	t.true(new TextEncoder().encode(name).length <= 219);
	t.true(new TextEncoder().encode(name).length > 205);
});

test('a long release title is cut before the movie title', t => {
	const name = movieFile(
		movie,
		{...file, releaseTitle: 'x'.repeat(400)},
		{...defaultMovieNaming, movieFile: '{Movie CleanTitle} {Original Title}{-Release Group}'},
	);
	t.regex(name, /^The Paper Harbor x{100,}-KITE\.mkv$/);
});

test('the folder of a movie is its own', t => {
	t.is(
		movieFolder(movie, {...defaultMovieNaming, movieFolder: '{Movie TitleFirstCharacter}/{Movie CleanTitle} ({Year}) {tmdb-{TmdbId}}'}),
		'P/The Paper Harbor (2019) {tmdb-603}',
	);
});
