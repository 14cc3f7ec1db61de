import test from 'ava';
import {sizeOf} from '#api/http/body.ts';

const nodesOf = (json: string) => sizeOf(Buffer.from(json)).nodes;

test('fields and list items are counted, whatever is in texts and names', t => {
	t.is(nodesOf('{"a":1,"b":[1,2]}'), 4);
	t.is(nodesOf('{"\\\\":"\\"","b\\\\\\"c":[1,2]}'), 4, 'backslashes and quotes');
	t.is(nodesOf(`{"a":"${'[{,'.repeat(1000)}","b":2}`), 2);
	t.is(nodesOf(`["${'\\\\'.repeat(500)}",1]`), 2);
	t.is(nodesOf('["a\\",1,2'), 1, 'a text without an end');
});

test('a text of backslashes and quotes is read once', t => {
	const json = Buffer.from(`["${'\\"'.repeat(500_000)}"]`);
	const before = process.threadCpuUsage();
	t.is(sizeOf(json).nodes, 1);
	t.true(process.threadCpuUsage(before).user < 10_000_000, 'what was not linear took minutes');
});
