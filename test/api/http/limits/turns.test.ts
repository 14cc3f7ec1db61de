import test from 'ava';
import {createTurns} from '#api/http/limits/turns.ts';

test('one piece of work runs after the other, also after one that failed, and only so many wait', async t => {
	const inTurn = createTurns(3);
	const order: string[] = [];
	const first = Promise.withResolvers<void>();
	const work = (name: string, until: Promise<void>) => async () => {
		order.push(`${name} begins`);
		await until;
		order.push(`${name} ends`);
		return name;
	};
	const results = [
		inTurn(work('a', first.promise)),
		inTurn(work('b', Promise.reject(new Error('no')))),
		inTurn(work('c', Promise.resolve())),
		inTurn(work('d', Promise.resolve())),
	];
	first.resolve();
	const settled = await Promise.allSettled(results);
	t.deepEqual(
		settled.map(({status}) => status),
		['fulfilled', 'rejected', 'fulfilled', 'rejected'],
	);
	t.deepEqual(order, ['a begins', 'a ends', 'b begins', 'c begins', 'c ends']);
	t.is(await inTurn(work('e', Promise.resolve())), 'e');
});
