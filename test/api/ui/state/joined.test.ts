import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {joined} = await pageModule('state/joined.ts');

test('the first call is answered at once, and those that follow it soon by one more', async t => {
	let acts = 0;
	let endSecond = () => {};
	const second = new Promise<void>(resolve => {
		endSecond = resolve;
	});
	const joining = joined(() => {
		acts += 1;
		if (acts === 2) {
			endSecond();
		}
	}, 20);
	joining.call();
	t.is(acts, 1);
	joining.call();
	joining.call();
	t.is(acts, 1);
	await second;
	t.is(acts, 2);
	joining.call();
	joining.stop();
});

test('calls that never pause are still answered, and none after the end', async t => {
	let acts = 0;
	let endThird = () => {};
	const third = new Promise<void>(resolve => {
		endThird = resolve;
	});
	const joining = joined(() => {
		acts += 1;
		if (acts === 3) {
			endThird();
		}
	}, 20);
	const calling = setInterval(joining.call, 1);
	await third;
	clearInterval(calling);
	joining.stop();
	t.is(acts, 3);
});
