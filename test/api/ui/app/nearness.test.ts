import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {nearestFirst} = await pageModule('app/nearness.ts');

test('what is nearest to the typed text comes first, whatever the alphabet says', t => {
	const titles = ['Sharbat', 'Small Vasterby', 'A Walk to the Harbour', 'The Harbour Light', 'Harb'].map(title => ({title}));
	t.deepEqual(
		nearestFirst(titles, 'harb').map(({title}: {title: string}) => title),
		['Harb', 'The Harbour Light', 'A Walk to the Harbour', 'Sharbat', 'Small Vasterby'],
	);
});
