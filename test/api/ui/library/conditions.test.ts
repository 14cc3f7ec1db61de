import test from 'ava';
import {movieSortFields} from '#shared/store/movies/movie-page.ts';
import {seriesSortFields} from '#shared/store/series/series-page.ts';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {conditionsIn, sortIn} = await pageModule('library/conditions.ts');

const at = (address: string) => new URLSearchParams(address);

test('an address is filtered by what it says, also in earlier names', t => {
	t.deepEqual(conditionsIn('movies', at('minYear=1990&minRating=7.5&tag=quiet&network=A')), {
		minYear: '1990',
		minRating: '7.5',
		tag: 'quiet',
	});
	t.deepEqual(conditionsIn('movies', at('minSize=5000000000&maxSize=big&quality=DVD')), {minSize: '5000000000', quality: 'DVD'});
	t.deepEqual(conditionsIn('series', at('show=missing&library=1')), {monitored: 'true', downloaded: 'false', libraryId: '1'});
});

test('what the list would refuse is left out of an old or mistyped address', t => {
	t.deepEqual(conditionsIn('movies', at('minYear=1990.5&maxYear=soon&minRating=11&monitored=maybe&downloaded=1')), {});
	t.is(sortIn('movies', at('sort=network:asc')), 'title:asc');
	t.is(sortIn('movies', at('sort=year:sideways')), 'title:asc');
	t.is(sortIn('movies', at('')), 'title:asc');
	t.is(sortIn('movies', at('sort=constructor')), 'title:asc');
});

test('every order of the lists can be in an address', t => {
	const all = Object.entries({movies: movieSortFields, series: seriesSortFields});
	const asked = all.flatMap(([kind, fields]) => fields.map(field => [kind, `${field}:desc`]));
	t.deepEqual(
		asked.filter(([kind, sort]) => sortIn(kind, at(`sort=${sort}`)) !== sort),
		[],
	);
});
