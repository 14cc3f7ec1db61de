import test from 'ava';
import {type Caller, createVerifiedCallers} from '#api/http/access/callers.ts';

const caller: Caller = {kind: 'key', key: {id: '1', name: 'tv', type: 'main'}};
const start = 1_800_000_000_000;

test('a verified caller is believed for a few seconds, and never longer than its key lasts', t => {
	const time = {now: start};
	const verified = createVerifiedCallers(() => new Date(time.now));
	verified.begin().keep('a', caller);
	verified.begin().keep('b', caller, new Date(start + 1000));
	t.deepEqual([verified.find('a'), verified.find('b'), verified.find('c')], [caller, caller, null]);
	time.now += 2000;
	t.deepEqual([verified.find('a'), verified.find('b')], [caller, null]);
	time.now += 4000;
	t.is(verified.find('a'), null);
});

test('what was read before a key was removed is not kept after it', t => {
	const verified = createVerifiedCallers(() => new Date(start));
	const verification = verified.begin();
	verified.clear();
	verification.keep('a', caller);
	t.is(verified.find('a'), null);
	verified.begin().keep('a', caller);
	t.is(verified.find('a'), caller);
});
