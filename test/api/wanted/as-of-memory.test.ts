import test from 'ava';
import {createAsOfMemory} from '#api/wanted/as-of-memory.ts';

function world() {
	const memory = createAsOfMemory<string>();
	const asked: string[][] = [];
	const look = async (ids: readonly string[]) => {
		asked.push([...ids]);
		return new Map(ids.filter(id => id !== 'none').map(id => [id, `row ${id}`]));
	};
	return {asked, read: (asOf: string | null, ids: string[]) => memory(asOf, look)(ids)};
}

test('rows are looked up once as long as nothing is written, and those without one are left out', async t => {
	const {asked, read} = world();
	t.deepEqual([...(await read('1', ['a', 'none']))], [['a', 'row a']]);
	t.deepEqual(
		[...(await read('1', ['b', 'a', 'none']))],
		[
			['b', 'row b'],
			['a', 'row a'],
		],
	);
	t.deepEqual(asked, [['a', 'none'], ['b']]);
});

test('after a write, and while the time of the last one is not known, they are looked up again', async t => {
	const {asked, read} = world();
	await read('1', ['a']);
	await read('2', ['a']);
	await read(null, ['a']);
	await read('2', ['a']);
	t.deepEqual(asked, [['a'], ['a'], ['a']]);
});
