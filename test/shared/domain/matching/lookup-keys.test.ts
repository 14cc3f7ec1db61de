import test from 'ava';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {titleKeys} from '#shared/domain/matching/title-index.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {buildRelease} from '#test/helpers/build-release.ts';

const entry = {id: '1', originalTitle: null, alternativeTitles: [], imdbId: null, metaId: null, tvMetaId: null};

test('a series is asked for with and without the year behind its title', t => {
	const {names} = lookupKeys([{parsed: parseTitle('Glass.River.2019.S01E01.1080p.WEB-DL-KITE', {mode: 'tv'})}]);
	t.true(titleKeys({...entry, title: 'Glass River', year: 2019}).some(key => names.includes(key)));
	t.true(titleKeys({...entry, title: 'Glass River 2019', year: 2019}).some(key => names.includes(key)));
});

test('a movie is asked for by title, by a title that ends in its year, and by ids', t => {
	const parsed = parseTitle('Quiet.Year.1984.{tmdb-15}.1080p.WEB-DL-KITE', {mode: 'movie'});
	const {names, metaIds, imdbIds} = lookupKeys([{parsed, release: buildRelease({imdbId: 'tt12', metaId: 16})}, {parsed: null}]);
	t.true(titleKeys({...entry, title: 'Quiet Year 1984', year: 2020}).some(key => names.includes(key)));
	t.true(titleKeys({...entry, title: 'The Quiet Year', year: 1984}).some(key => names.includes(key)));
	t.deepEqual(metaIds, [15, 16]);
	t.deepEqual(imdbIds, ['tt12']);
});
