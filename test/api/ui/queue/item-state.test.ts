import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {speedOf} = await pageModule('queue/item-state.ts');

test('the speed of a download follows from what is left and its time, and is unknown without it', t => {
	t.is(speedOf({sizeleft: 6_000_000, timeleft: '00:01:00'}), 100_000);
	t.is(speedOf({sizeleft: 86_400, timeleft: '1.00:00:00'}), 1);
	t.is(speedOf({sizeleft: 6_000_000, timeleft: null}), null);
	t.is(speedOf({sizeleft: 6_000_000, timeleft: '00:00:00'}), null);
	t.is(speedOf({sizeleft: 0, timeleft: '00:00:10'}), null);
});
