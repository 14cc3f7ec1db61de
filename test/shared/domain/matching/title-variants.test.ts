import test from 'ava';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {createTitleIndex, titleKeys} from '#shared/domain/matching/title-index.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {languagesOfRelease} from '#shared/domain/release/spoken-languages.ts';
import {buildLibraryTitle as title} from '#test/helpers/build-library-title.ts';

const films = createTitleIndex([
	title('Die Mühle am Fluß', 2021),
	title('Smørøya og Bæveren', 2017),
	title('Århus Å', 2014),
	title('Blu', 2020),
	title('Tide: Deep Water - Part One', 2022),
	title('Otter: Part 2', 2018),
	title('Kettle vs. Lid', 2003),
	title('Heron versus Crane', 2005),
	title('7½ Otters', 1971),
	title('Two and a Half Herons', 1988),
	title("Salt 'n' Tide", 2010),
	title('Reed and Rush', 2011),
	title('Honest German', 2012),
	title('Honest', 2008),
]);

const finds = test.macro<[release: string, id: string | null]>({
	exec(t, release, id) {
		const parsed = parseTitle(release, {mode: 'movie'});
		const found = parsed && matchMovie(films, parsed);
		t.is(found?.id ?? null, id);
		// A store is asked by these keys first.
		const {names} = lookupKeys([{parsed}]);
		t.true(found === null || titleKeys(found).some(key => names.includes(key)));
	},
	title: (note, release, id) => `${note ?? ''} ${release} is ${id ?? 'nothing of ours'}`.trim(),
});

test('two letters for one with a mark:', finds, 'Die.Muehle.am.Fluss.2021.German.1080p.WEB.x264-KITE', 'Die Mühle am Fluß 2021');
test(finds, 'Die.Muhle.am.Fluss.2021.German.1080p.WEB.x264-KITE', 'Die Mühle am Fluß 2021');
test(finds, 'Smoeroeya.og.Baeveren.2017.NORWEGiAN.1080p.WEB-KITE', 'Smørøya og Bæveren 2017');
test(finds, 'Aarhus.Aa.2014.DANiSH.1080p.WEB-KITE', 'Århus Å 2014');
test('a title without marks is another one:', finds, 'Blue.2020.1080p.WEB-KITE', null);
test('numbers of parts:', finds, 'Tide.Deep.Water.Part.1.2022.1080p.WEB-KITE', 'Tide: Deep Water - Part One 2022');
test(finds, 'Tide.Deep.Water.Part.I.2022.1080p.WEB-KITE', 'Tide: Deep Water - Part One 2022');
test(finds, 'Otter.Part.Two.2018.1080p.WEB-KITE', 'Otter: Part 2 2018');
test(finds, 'Otter.Part.II.2018.1080p.WEB-KITE', 'Otter: Part 2 2018');
test(finds, 'Otter.Part.Three.2018.1080p.WEB-KITE', null);
test('versus:', finds, 'Kettle.versus.Lid.2003.1080p.WEB-KITE', 'Kettle vs. Lid 2003');
test(finds, 'Heron.vs.Crane.2005.1080p.WEB-KITE', 'Heron versus Crane 2005');
test('halves:', finds, '7.and.a.Half.Otters.1971.1080p.WEB-KITE', '7½ Otters 1971');
test(finds, 'Two and a Half Herons 1988 1080p', 'Two and a Half Herons 1988');
test('and:', finds, 'Salt.and.Tide.2010.1080p.WEB-KITE', "Salt 'n' Tide 2010");
test(finds, 'Salt.n.Tide.2010.1080p.WEB-KITE', "Salt 'n' Tide 2010");
test(finds, 'Reed.n.Rush.2011.1080p.WEB-KITE', 'Reed and Rush 2011');
test('a language before the year:', finds, 'Honest.German.2012.720p.WEB-DL.H264-KITE', 'Honest German 2012');
test('or that of the release:', finds, 'Honest.German.2008.AC3.BDRip.x264-KITE', 'Honest 2008');

test('a language that belongs to the title is not spoken', t => {
	const parsed = parseTitle('Honest.German.2012.720p.WEB-DL.H264-KITE', {mode: 'movie'});
	t.deepEqual(languagesOfRelease(parsed, [], 'Honest German'), []);
	t.deepEqual(languagesOfRelease(parsed, [], 'Honest'), ['german']);
	const dubbed = parseTitle('Honest.German.2012.German.720p.WEB-DL.H264-KITE', {mode: 'movie'});
	t.deepEqual(languagesOfRelease(dubbed, [], 'Honest German'), ['german']);
	const named = parseTitle('Honest.S02E05.The.German.1080p.WEB-KITE', {mode: 'tv'});
	t.deepEqual(languagesOfRelease(named, []), ['german']);
	t.deepEqual(languagesOfRelease(named, [], 'Honest', ['The German']), []);
	t.deepEqual(languagesOfRelease(named, ['english'], 'Honest', ['The German']), ['english']);
	t.deepEqual(languagesOfRelease(named, [], 'Honest', ['The French']), ['german']);
	const both = parseTitle('Honest.S02E05.The.German.GERMAN.1080p.WEB-KITE', {mode: 'tv'});
	t.deepEqual(languagesOfRelease(both, [], 'Honest', ['The German']), ['german']);
	t.deepEqual(parseTitle('The.Patient.German.2012.720p.WEB-DL.H264-KITE', {mode: 'movie'})?.languages, []);
});

const shows = createTitleIndex([
	title('The Quay Office', 2005, {originalCountries: ['US']}),
	title('The Quay Office', 2001, {id: 'british office', originalCountries: ['GB']}),
	title('Lantern Street', 2010, {originalCountries: ['GB']}),
	title('Where Is Us', 2015, {originalCountries: ['CA']}),
	title('Old Records', 2004),
]);

const findsShow = test.macro<[release: string, id: string | null]>({
	exec(t, release, id) {
		const parsed = parseTitle(release, {mode: 'tv'});
		const found = parsed && matchSeries(shows, parsed);
		t.is(found?.id ?? null, id);
		const {names} = lookupKeys([{parsed}]);
		t.true(found === null || titleKeys(found).some(key => names.includes(key)));
	},
	title: (note, release, id) => `${note ?? ''} ${release} is ${id ?? 'nothing of ours'}`.trim(),
});

test('a country behind the title:', findsShow, 'The.Quay.Office.US.S02E03.1080p.WEB-KITE', 'The Quay Office 2005');
test(findsShow, 'The.Quay.Office.UK.S02E03.1080p.WEB-KITE', 'british office');
test(findsShow, 'The Quay Office (US) S02 1080p WEB-KITE', 'The Quay Office 2005');
test(findsShow, 'The.Quay.Office.US.S02.1080p.WEB-KITE', 'The Quay Office 2005');
test(findsShow, 'The.Quay.Office.US.2005.S02E03.1080p.WEB-KITE', 'The Quay Office 2005');
test('of nobody:', findsShow, 'Lantern.Street.US.S01E01.1080p.WEB-KITE', null);
test('whose country nobody knows:', findsShow, 'Old.Records.US.S01E01.1080p.WEB-KITE', null);
test('a word of the title:', findsShow, 'Where.Is.Us.S01E01.1080p.WEB-KITE', 'Where Is Us 2015');
