import test from 'ava';
import {idPosition, parseEdition, parseIds} from '#shared/domain/release/parse-tags.ts';

const edition = test.macro({
	exec: (t, name: string, wanted: string | null) => t.is(parseEdition(name), wanted),
	title: (_, name: string, wanted: string | null) => `the edition in ${name} is ${wanted}`,
});

test(edition, '.2019.Extended.Directors.Cut.FanEdit.1080p', 'Extended Directors Cut FanEdit');
test(edition, " 2019 Director's Cut", "Director's Cut");
test(edition, '.2019.Special.Extended.Edition.1080p', 'Special Extended Edition');
test(edition, '.2019.(Special.Edition.Remastered).[Bluray-1080p]', 'Special Edition Remastered');
test(edition, '.2019.The.Imperial.Edition.BluRay', 'Imperial Edition');
test(edition, ' 50th Anniversary Edition 2019', '50th Anniversary Edition');
test(edition, '.EXTENDED.2014.German.DL', 'EXTENDED');
test(edition, '.2019.Ultimate.Hunter.Edition.1080p', 'Ultimate Hunter Edition');
test(edition, '.2019.Theatrical.Cut.Open.Matte', 'Theatrical Cut Open Matte');
test(edition, '.2019.IMAX.1080p', 'IMAX');
test(edition, '.2019.2in1.1080p', '2in1');
test(edition, '.2019.UNCUT.German', 'UNCUT');
test(edition, '.2019.Criterion.Collection', 'Criterion Collection');
test(edition, '.2019.Despecialized', 'Despecialized');
test(edition, ': Rogue Harbour 2019 Bluray', null);
test(edition, '.2019.TS.FRENCH.MD.x264-DROGUE', null);
test(edition, '.2019.Special.Harbour', null);

test('ids stand in any bracket or in none', t => {
	t.deepEqual(parseIds('Road (2014) {tmdbid-43074}'), {imdbId: null, tmdbId: 43074});
	t.deepEqual(parseIds('Road (2014) [tmdb=43074]'), {imdbId: null, tmdbId: 43074});
	t.deepEqual(parseIds('Road {imdb-tt0123456} {tmdb-7}'), {imdbId: 'tt0123456', tmdbId: 7});
	t.deepEqual(parseIds('Road.TT01234567.1080p'), {imdbId: 'tt01234567', tmdbId: null});
	t.deepEqual(parseIds('Matt1234567'), {imdbId: null, tmdbId: null});
});

test('the place of the first id ends the title', t => {
	t.is(idPosition('Road {tmdb-2020}'), 5);
	t.is(idPosition('Road (2014)'), -1);
});
