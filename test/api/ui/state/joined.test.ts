import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {joined} = await pageModule('state/joined.js');

test('calls that never pause are still answered, once for many', async t => {
	let acts = 0;
	let endFirst = () => {};
	const first = new Promise<void>(resolve => {
		endFirst = resolve;
	});
	const joining = joined(() => {
		acts += 1;
		endFirst();
	}, 20);
	const calling = setInterval(joining.call, 1);
	await first;
	clearInterval(calling);
	t.is(acts, 1);
	joining.call();
	joining.stop();
});
