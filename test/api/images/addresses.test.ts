import {createHash, createHmac} from 'node:crypto';
import test from 'ava';
import {createImageAddresses} from '#api/images/addresses.ts';

test('an address is signed with the HMAC of the address at the provider, and with no other', t => {
	const secretKey = 'ab'.repeat(32);
	const images = createImageAddresses({settings: {get: () => 'proxy' as never}, basePath: '/k', secretKey});
	const secret = createHmac('sha256', secretKey).update('addresses of images').digest();
	for (const url of ['https://images.example/a.jpg', `https://images.example/${'é'.repeat(200)}.jpg`]) {
		const hash = `${createHmac('sha256', secret).update(url).digest('base64url').slice(0, 22)}${Buffer.from(url).toString('base64url')}`;
		t.is(images.shown(url), `/k/api/images/${hash}`);
		t.is(images.read(hash), url);
		t.is(images.read(`${createHash('sha256').update(url).digest('base64url').slice(0, 22)}${hash.slice(22)}`), null);
	}
});

test('no portrait is shown from elsewhere, and none at all where pictures are off', t => {
	const url = 'https://images.example/face.jpg';
	const cast = [{name: 'A. First', character: 'Keeper', metaId: 1, pictureUrl: url}];
	for (const [source, expected] of [
		['proxy', /^\/api\/images\//],
		['none', /^null$/],
	] as const) {
		const images = createImageAddresses({settings: {get: () => source as never}, basePath: '', secretKey: 'ab'.repeat(32)});
		const {actors, ...movie} = images.inRecord({cast, actors: cast});
		t.regex(String(movie.cast?.[0]?.pictureUrl), expected);
		t.deepEqual(actors, movie.cast);
	}
});
