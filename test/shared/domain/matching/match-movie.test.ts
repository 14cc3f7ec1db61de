import test from 'ava';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {noIds} from '#shared/domain/matching/same-ids.ts';
import {createTitleIndex, imdbNumber, titleKeys} from '#shared/domain/matching/title-index.ts';
import {foldTitle} from '#shared/domain/release/clean-title.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {buildLibraryTitle as movie} from '#test/helpers/build-library-title.ts';
import {processorMs} from '#test/helpers/processor-ms.ts';

const library = [
	movie('The Paper Harbor', 2019, {metaId: 11, imdbId: 'tt0000111'}),
	movie('Paper Harbor', 1984, {metaId: 12, imdbId: 'tt0000112'}),
	movie('Amélie’s Løst Ærø', 2001, {originalTitle: 'Le Fabuleux Voyage', alternativeTitles: ['Amelie Goes Home']}),
	movie('Lantern & Compass', 2010),
	movie('Lantern II', 1990),
	movie('Lanterns', 1986),
	movie('Quiet Year 1984', 2020, {metaId: 15}),
	movie('Twin', 2005),
	movie('Twin', 2006, {id: 'younger twin'}),
	movie('Sole Hero', 2002),
	movie('Other Film', 2002, {alternativeTitles: ['Sole Hero']}),
	movie('Coming Soon Enough', null),
	movie('Unlike Anything', 2003, {imdbId: 'tt0000113'}),
	movie('Dr. Compass', 2016),
	movie('Saint Lantern', 2014),
	movie('Heron or (The Unexpected Virtue of a Lamp)', 2014),
	movie('Harbor Wars: Episode IV - A New Lamp', 1977),
	movie('Ghost Ship', 2010),
	movie('Ghost Ship', 2010, {id: 'double'}),
	movie('Stage Lantern', 2025, {metaId: 16, inCinemas: new Date('2025-09-05'), digitalRelease: new Date('2020-07-03')}),
	movie('Desert Lantern', 1984, {inCinemas: new Date('1984-12-14'), digitalRelease: new Date('2021-03-01')}),
];
const index = createTitleIndex(library);

const finds = test.macro<[release: string, id: string | null, ids?: Partial<typeof noIds>]>({
	exec(t, release, id, ids) {
		const parsed = parseTitle(release, {mode: 'movie'});
		t.truthy(parsed);
		t.is((parsed && matchMovie(index, parsed, {...noIds, ...ids}))?.id ?? null, id);
	},
	title: (note, release, id, ids) => `${note ?? ''} ${release} ${ids ? JSON.stringify(ids) : ''} is ${id ?? 'nothing of ours'}`.trim(),
});

test(finds, 'The.Paper.Harbor.2019.1080p.WEB-DL-KITE', 'The Paper Harbor 2019');
test('articles:', finds, 'Paper.Harbor.2019.1080p.WEB-DL-KITE', 'The Paper Harbor 2019');
test('the year of the first release:', finds, 'Stage.Lantern.2020.1080p.WEB-DL-KITE', 'Stage Lantern 2025');
test('the same with an id:', finds, 'Stage.Lantern.2020.1080p.WEB-DL-KITE', 'Stage Lantern 2025', {metaId: 16});
test('any other year before:', finds, 'Stage.Lantern.2021.1080p.WEB-DL-KITE', null);
test('the year of a later release:', finds, 'Desert.Lantern.2021.1080p.WEB-DL-KITE', null);
test('a year off:', finds, 'The.Paper.Harbor.2020.1080p.WEB-DL-KITE', 'The Paper Harbor 2019');
test('two years off:', finds, 'The.Paper.Harbor.2021.1080p.WEB-DL-KITE', null);
test('namesakes are told apart by year:', finds, 'Paper.Harbor.1984.1080p.BluRay-KITE', 'Paper Harbor 1984');
test('accents and apostrophes:', finds, 'Amelies.Lost.Aero.2001.720p.BluRay-KITE', 'Amélie’s Løst Ærø 2001');
test('original title:', finds, 'Le.Fabuleux.Voyage.2001.FRENCH.1080p.BluRay-KITE', 'Amélie’s Løst Ærø 2001');
test('alternative title:', finds, 'Amelie.Goes.Home.2001.1080p.BluRay-KITE', 'Amélie’s Løst Ærø 2001');
test('and:', finds, 'Lantern.and.Compass.2010.1080p.WEB-DL-KITE', 'Lantern & Compass 2010');
test('numbers:', finds, 'Lantern.2.1990.1080p.WEB-DL-KITE', 'Lantern II 1990');
test('a short form:', finds, 'Doctor.Compass.2016.1080p.WEB-DL-KITE', 'Dr. Compass 2016');
test('short forms:', finds, 'St.Lantern.2014.1080p.WEB-DL-KITE', 'Saint Lantern 2014');
test(
	'an article behind a bracket:',
	finds,
	'Heron.or.The.Unexpected.Virtue.of.a.Lamp.2014.1080p-KITE',
	'Heron or (The Unexpected Virtue of a Lamp) 2014',
);
test('an article behind a dash:', finds, 'Harbor.Wars.Episode.IV.A.New.Lamp.1977.1080p-KITE', 'Harbor Wars: Episode IV - A New Lamp 1977');
test('near is not the same:', finds, 'Lantern.1986.1080p.WEB-DL-KITE', null);
test('one word more is another film:', finds, 'Lanterns.Rising.1986.1080p.WEB-DL-KITE', null);
test('a year in the title:', finds, 'Quiet.Year.1984.1080p.WEB-DL-KITE', 'Quiet Year 1984 2020');
test('the exact year beats its neighbour:', finds, 'Twin.2006.1080p.WEB-DL-KITE', 'younger twin');
test('a title of its own beats an alternative one:', finds, 'Sole.Hero.2002.1080p.WEB-DL-KITE', 'Sole Hero 2002');
test('no date known yet:', finds, 'Coming.Soon.Enough.2026.1080p.WEB-DL-KITE', 'Coming Soon Enough null');
test('two that fit alike are none:', finds, 'Ghost.Ship.2010.1080p.WEB-DL-KITE', null);
test('between two neighbours:', finds, 'Twin.2004.1080p.WEB-DL-KITE', 'Twin 2005');

test('the id in the title decides:', finds, 'Anything.At.All.2019.{tmdb-12}.1080p.WEB-DL-KITE', 'Paper Harbor 1984');
test('an id that the indexer tells finds it:', finds, 'Papierhafen.2019.GERMAN.1080p.WEB-DL-KITE', 'The Paper Harbor 2019', {
	imdbId: 'tt111',
});
test('another id is another film:', finds, 'The.Paper.Harbor.2019.1080p.WEB-DL-KITE', null, {metaId: 999});
test('a told id is not believed against the year:', finds, 'Papierhafen.1960.GERMAN.1080p.WEB-DL-KITE', null, {metaId: 11});
test('a told id and a name that disagree are nothing to go by:', finds, 'Sole.Hero.2002.1080p.WEB-DL-KITE', null, {imdbId: 'tt0000113'});
test('an id that the year disproves leaves the name:', finds, 'Sole.Hero.2002.1080p.WEB-DL-KITE', 'Sole Hero 2002', {imdbId: 'tt0000112'});
test('ids that disagree are not believed:', finds, 'Papierhafen.2019.1080p.WEB-DL-KITE', null, {imdbId: 'tt0000112', metaId: 11});

test('without a year the words must be the very same and the only ones', t => {
	const bare = (title: string) => ({...parseTitle(`${title}.2019.1080p.WEB-DL-KITE`, {mode: 'movie'})!, year: null}); // such a name can be read
	t.is(matchMovie(index, bare('Paper.Harbor'))?.id, 'Paper Harbor 1984');
	t.is(matchMovie(index, bare('The.Lantern.and.Compass')), null);
	t.is(matchMovie(index, bare('Twin')), null);
});

test('titles fold to one form', t => {
	t.is(foldTitle('The Lantern: Part III'), foldTitle('lantern part 3'));
	t.is(foldTitle('A Quiet Place'), foldTitle('Quiet.Place'));
	t.not(foldTitle('Alien'), foldTitle('Aliens'));
	t.is(foldTitle('X'), 'x');
});

test('the keys of a title are those that it is found by', t => {
	t.deepEqual(titleKeys(movie('The Show (2019)', 2019, {alternativeTitles: ['Show', 'Die Schau']})), [
		foldTitle('Show 2019'),
		'show',
		foldTitle('Die Schau'),
	]);
});

test('IMDb ids are compared as numbers', t => {
	t.is(imdbNumber('tt0000111'), 111);
	t.is(imdbNumber('111'), 111);
	t.deepEqual([imdbNumber('tt'), imdbNumber(''), imdbNumber('nm12'), imdbNumber(null)], [null, null, null, null]);
});

test('a library of 100,000 titles answers a thousand releases at once', async t => {
	const large = createTitleIndex(Array.from({length: 100_000}, (_, n) => movie(`Harbor Number ${n}`, 1950 + (n % 70))));
	const names = Array.from({length: 1000}, (_, n) =>
		parseTitle(`Harbor.Number.${n * 97}.${1950 + ((n * 97) % 70)}.1080p.WEB-DL-KITE`, {mode: 'movie'}),
	);
	let found: unknown[] = [];
	const ms = await processorMs(() => {
		found = names.map(parsed => parsed && matchMovie(large, parsed)?.title);
	});
	t.deepEqual(
		found,
		names.map((_, n) => `Harbor Number ${n * 97}`),
	);
	t.true(ms < 1000, `${ms} ms`);
});
