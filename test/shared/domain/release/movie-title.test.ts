import test from 'ava';
import {findMovieTitle} from '#shared/domain/release/parse-movie-name.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';

const movie = test.macro({
	exec: (t, name: string, title: string | null, ...years: number[]) => {
		const found = findMovieTitle(name, 0);
		t.is(found?.title.replaceAll('.', ' ').trim() ?? null, title);
		t.is(found?.year ?? null, years[0] ?? null);
	},
	title: (_, name: string, title: string | null, ..._years: number[]) => `the movie of ${name} is ${title}`,
});

test(movie, 'The.Glass.Road.2014.1080p.BluRay', 'The Glass Road', 2014);
test(movie, 'The Glass Road (2014)', 'The Glass Road', 2014);
test(movie, 'The Glass Road [2014] [1080p]', 'The Glass Road', 2014);
test(movie, '2021 A Road (1968) 1080p', '2021 A Road', 1968);
test(movie, 'Road.2049.2017.1080p', 'Road 2049', 2017);
test(movie, '1917.2019.1080p', '1917', 2019);
test(movie, '2012.1080p.BluRay', '2012');
test(movie, '(1995) The Glass Road', 'The Glass Road', 1995);
test(movie, 'Glass.Road.1982.Remastered.2022.1080p', 'Glass Road', 1982);
test(movie, 'Glass.Road.1982.German.2022.DL.1080p', 'Glass Road 1982', 2022);
test(movie, 'Glass.Road.1982.EXTENDED.2022.1080p', 'Glass Road 1982', 2022);
test(movie, 'Glass.Road.1982.SE.1979.1080p', 'Glass Road 1982', 1979);
test(movie, 'Glass Road 1982 EE 1979 DVDRip', 'Glass Road 1982', 1979);
test(movie, 'Glass.Road.SE.1080p.BluRay', 'Glass Road');
test(movie, 'Doctor.English.2003.1080p.BluRay', 'Doctor English', 2003);
test(movie, 'Silent.Russian.2011.1080p.BluRay', 'Silent Russian', 2011);
test(movie, 'Silent.Russian.RUSSIAN.2011.1080p.BluRay', 'Silent Russian', 2011);
test(movie, 'Painting Italian (2015) 1080p WEB-DL', 'Painting Italian', 2015);
test(movie, 'Sell.It.To.The.Dane.UNRATED.GERMAN.720p.BluRay', 'Sell It To The Dane');
test(movie, 'Sell.It.To.The.Greek.UNRATED.GERMAN.720p.BluRay', 'Sell It To The Greek');
test(movie, 'Lange.Reise.German.2014.DL.1080p', 'Lange Reise', 2014);
test(movie, 'Lange.Reise.DC.German.1983.AC3.BDRip', 'Lange Reise', 1983);
test(movie, 'Glass.Road.UNRATED.DC.2009.1080p', 'Glass Road', 2009);
test(movie, 'Washington.DC.2009.1080p', 'Washington DC', 2009);
test(movie, 'Il Molo ITA ENG 2009 1080p', 'Il Molo', 2009);
test(movie, 'Glass.Road.SCR.2009.XviD', 'Glass Road', 2009);
test(movie, 'Glass.Road.SPECIAL.EXTENDED.EDITION.2001.1080p', 'Glass Road', 2001);
test(movie, 'Glass.Road.SCR.XViD-TERN', 'Glass Road');
test(movie, 'Glass.Road.EXTENDED.2014.German', 'Glass Road', 2014);
test(movie, 'Glass Road 40th Anniversary 2014', 'Glass Road', 2014);
test(movie, 'Glass.Road.GERMAN.2014.DL.1080p', 'Glass Road', 2014);
test(movie, 'The.Italian.Road.2014.1080p', 'The Italian Road', 2014);
test(movie, 'Glass.Road.2.German.DL.1080p.BluRay', 'Glass Road 2');
test(movie, 'Glass.Road.Extended.Cut.German.720p', 'Glass Road');
test(movie, 'Glass.Road.ITA.ENG.1080p', 'Glass Road');
test(movie, 'Glass Road FRENCH BluRay 720p 2016 xy', 'Glass Road', 2016);
test(movie, 'Glass Road (2014) {tmdb-2020}', 'Glass Road', 2014);
test(movie, 'Glass Road[PassTheLamp]', 'Glass Road');
test(movie, 'Glass Road 2014 Bluray: Rogue', 'Glass Road', 2014);
test(movie, 'Glass Road', null);
test(movie, '2012', null);

test('in capitals, a language before the year may be part of the title', t => {
	const titlesOf = (name: string) => parseTitle(name, {mode: 'movie'})?.titles;
	t.deepEqual(titlesOf('CAPTAIN.DUTCH.1955.1080P.BLURAY.X264-TERN'), ['CAPTAIN', 'CAPTAIN DUTCH']);
	t.deepEqual(titlesOf('CAPTAIN DUTCH (1955) 1080P'), ['CAPTAIN', 'CAPTAIN DUTCH']);
	t.deepEqual(titlesOf('Glass.Road.GERMAN.2014.DL.1080p'), ['Glass Road']);
	t.deepEqual(titlesOf('GLASS.ROAD.2014.GERMAN.DL.1080P'), ['GLASS ROAD']);
	t.deepEqual(titlesOf('GLASS.ROAD.UNRATED.2014.1080P'), ['GLASS ROAD']);
});
