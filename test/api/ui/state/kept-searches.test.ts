import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {createKeptSearches} = await pageModule('state/kept-searches.ts');

test('a finished search is shown again for ten minutes, until something is grabbed', t => {
	let now = 0;
	const kept = createKeptSearches(() => now);
	kept.keep('a', {state: 'completed'});
	now = 9 * 60_000;
	t.deepEqual(kept.find('a'), {search: {state: 'completed'}, at: 0});
	t.is(kept.find('b'), null);
	now = 10 * 60_000;
	t.is(kept.find('a'), null);
	kept.keep('b', {state: 'completed'});
	kept.clear();
	t.is(kept.find('b'), null);
});

test('no more than ten are kept, the latest', t => {
	const kept = createKeptSearches(() => 0);
	for (let each = 0; each < 11; each += 1) {
		kept.keep(String(each), {state: 'completed'});
	}
	t.is(kept.find('0'), null);
	t.truthy(kept.find('1'));
	t.truthy(kept.find('10'));
});
