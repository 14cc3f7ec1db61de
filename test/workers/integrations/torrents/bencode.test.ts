import test from 'ava';
import {decodeBencoded, encodeBencoded, joinDictionary, sliceDictionary} from '#workers/integrations/torrents/bencode.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

const broken = [
	...['', 'x', 'i', 'ie', 'i-e', 'i1.5e', 'i+1e', `i${'9'.repeat(30)}e`],
	...['l', 'd', 'l1:a', 'd1:a', 'd1:ai1e', 'di1e1:ae', '5:abc', '1:', ':a', '-1:a'],
	// A decoder that follows a negative length never ends.
	...['l-2:ae', 'd-3:ai1ee', 'l+1:ae', 'l1.0:ae'],
	...['i1ei2e', 'lee', `${'l'.repeat(200)}${'e'.repeat(200)}`],
];

test('what is not bencoded, or nested too deep, is refused', t => {
	for (const text of broken) {
		t.throws(() => decodeBencoded(bytes(text)), {instanceOf: TypeError}, text.slice(0, 20));
	}
	t.throws(() => decodeBencoded(bytes('l'.repeat(1_000_000))), {instanceOf: TypeError});
});

test('numbers, texts, lists and dictionaries are decoded', t => {
	t.deepEqual(decodeBencoded(bytes('d4:listli-1e0:e6:numberi42ee')), {list: [-1, new Uint8Array()], number: 42});
	t.deepEqual(decodeBencoded(bytes('3:a\xffb')), new Uint8Array(bytes('a\xffb')));
});

test('the entries of a dictionary keep their exact bytes, also where its keys are neither sorted nor text', t => {
	const slices = sliceDictionary(bytes('d1:bi1e2:\xff\xfeli01ee1:ad1:z0:1:y0:ee'));
	t.deepEqual(
		[...slices].map(([key, slice]) => [key, Buffer.from(slice).toString('latin1')]),
		[
			['b', 'i1e'],
			['\xff\xfe', 'li01ee'],
			['a', 'd1:z0:1:y0:e'],
		],
	);
	t.is(Buffer.from(joinDictionary(slices)).toString('latin1'), 'd1:ad1:z0:1:y0:e1:bi1e2:\xff\xfeli01eee');
	t.is(Buffer.from(encodeBencoded([['ä'], []])).toString('latin1'), 'll2:\xc3\xa4elee');
});

test('of a key that a hostile file repeats, the last counts', t => {
	t.is(Buffer.from(sliceDictionary(bytes('d1:ai1e1:ai2ee')).get('a') ?? []).toString(), 'i2e');
	t.deepEqual(decodeBencoded(bytes('d1:ai1e1:ai2ee')), {a: 2});
});
