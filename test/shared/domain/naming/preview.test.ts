import test from 'ava';
import {templateFaults} from '#shared/domain/naming/check-template.ts';
import {defaultEpisodeNaming} from '#shared/domain/naming/episode-path.ts';
import {articleLast, cleanForm, firstCharacter} from '#shared/domain/naming/file-values.ts';
import {defaultMovieNaming} from '#shared/domain/naming/movie-path.ts';
import {previewNaming} from '#shared/domain/naming/preview.ts';
import {titleSlug} from '#shared/domain/naming/title-slug.ts';

test('the preview shows each kind of name', t => {
	t.deepEqual(previewNaming(defaultMovieNaming, defaultEpisodeNaming), {
		movie: 'The Sample - Title (2019)/The Sample - Title (2019) [WEBDL-1080p Proper]-GROUP.mkv',
		standardEpisode:
			'The Sample Series (2015)/Season 01/The Sample Series (2015) - S01E01 - Episode Title 1 [WEBDL-1080p Proper]-GROUP.mkv',
		multiEpisode:
			'The Sample Series (2015)/Season 01/The Sample Series (2015) - S01E01-E03 - Episode Title 1 + Episode Title 2 + Episode Title 3 [WEBDL-1080p Proper]-GROUP.mkv',
		dailyEpisode:
			'The Sample Series (2015)/Season 01/The Sample Series (2015) - 2015-10-01 - Episode Title 1 [WEBDL-1080p Proper]-GROUP.mkv',
		animeEpisode:
			'The Sample Series (2015)/Season 01/The Sample Series (2015) - S01E01 - 001 - Episode Title 1 [WEBDL-1080p Proper]-GROUP.mkv',
		faults: [],
	});
});

test('a preview is made of faulty templates too, and the faults are reported', t => {
	const {movie, faults} = previewNaming({...defaultMovieNaming, movieFile: '{Series Title}'}, defaultEpisodeNaming);
	t.is(movie, 'The Sample - Title (2019)/_.mkv');
	t.deepEqual(faults, [{setting: 'movieFile', message: '{seriestitle} is no token of a movie template'}]);
});

test('faults of a template', t => {
	t.deepEqual(templateFaults('{Movie Title} {Edition Tags}', 'movie'), []);
	t.deepEqual(templateFaults('', 'movie'), ['the template is empty']);
	for (const unprintable of ['{Movie Title}\n', '{Movie Title}\u0000{Year}', '\t{Movie Title}', '{Movie Title}\u0085']) {
		t.regex(templateFaults(unprintable, 'movie').join(), /^control characters/);
	}
	t.deepEqual(templateFaults('../{Series Title}', 'series'), ['a folder cannot be called . or ..']);
});

test('a format that gives all episodes one name is refused', t => {
	const episodes = (template: string) => templateFaults(template, 'series', true);
	for (const good of [
		'S{season:00}E{episode:00}',
		'{season}x{episode:00} {Episode Title}',
		'{absolute:000}',
		'{Air-Date}',
		'{Original Title}',
		'{Original Filename}',
	]) {
		t.deepEqual(episodes(good), [], good);
	}
	for (const bad of ['{Series Title}', '{Series Title} - {Episode Title}', 'S{season:00}', 'E{episode:00}', 'film']) {
		t.regex(episodes(bad)[0] ?? '', /add \{season\} and \{episode\}/, bad);
	}
	t.deepEqual(templateFaults('Season', 'series'), [], 'a folder needs none');
	const {faults} = previewNaming(defaultMovieNaming, {...defaultEpisodeNaming, dailyEpisode: '{Episode Title}'});
	t.like(faults, [{setting: 'dailyEpisode'}]);
});

test('a slug is made of the Latin letters and the id', t => {
	t.is(titleSlug('The Pâper: Harbor & Co.', 603), 'the-paper-harbor-and-co-603');
	t.is(titleSlug('Ærø & die Straße nach Łódź', 5), 'aero-and-die-strasse-nach-lodz-5');
	t.is(titleSlug('漢字', 12), '12');
	t.true(titleSlug('word '.repeat(100), 1).length <= 82);
});

test('forms of a title', t => {
	t.is(articleLast('A Paper Harbor'), 'Paper Harbor, A');
	t.is(articleLast('The'), 'The');
	t.is(cleanForm("It's a Spider-Man - Tale & more!"), 'Its a Spider-Man Tale and more');
	t.is(firstCharacter('The éclair'), 'E');
	t.is(firstCharacter('...dots'), '_');
});
