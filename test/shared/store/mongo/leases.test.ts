import test from 'ava';
import {withStores} from '#test/helpers/stores.ts';

const minute = 60_000;

test('a lease has one holder, who may extend and release it', async t => {
	const {leases} = (await withStores(t)).stores;
	const taken = await Promise.all(['a', 'b', 'c', 'd'].map(token => leases.take('key', token, minute)));
	t.is(taken.filter(Boolean).length, 1);
	const holder = ['a', 'b', 'c', 'd'][taken.indexOf(true)] ?? '';
	t.true(await leases.take('key', holder, minute));
	t.false(await leases.take('key', 'stranger', minute));
	await leases.release('key', 'stranger');
	t.true(await leases.isHeld('key'));
	await leases.release('key', holder);
	t.false(await leases.isHeld('key'));
	t.true(await leases.take('key', 'stranger', minute));
});

test('a lease that nobody released ends by itself', async t => {
	const {leases} = (await withStores(t)).stores;
	t.true(await leases.take('key', 'dead', 0));
	t.false(await leases.isHeld('key'));
	t.true(await leases.take('key', 'living', minute));
	t.false(await leases.take('key', 'dead', minute));
});
