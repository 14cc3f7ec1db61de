import test from 'ava';
import {maskRequest, maskSecrets, originOf} from '#shared/mask-secrets.ts';
import {processorMs} from '#test/helpers/processor-ms.ts';

test('an address is cut down to its origin, because any part of it may be a key', t => {
	t.is(maskSecrets('GET http://site/api?t=search&apikey=abc123&q=x failed'), 'GET http://site/… failed');
	t.is(maskSecrets('see (https://tracker.example:2710/passkey/announce).'), 'see (https://tracker.example:2710/…).');
	t.is(maskSecrets('redis://user:pass@host:6379'), 'redis://host:6379');
	t.is(maskSecrets('http://a:b@c@host/x#y'), 'http://host/…');
	t.is(maskSecrets('rtsp://host/key "udp://h:1/k"'), 'rtsp://host/… "udp://h:1/…"');
	t.is(maskSecrets('magnet:?xt=urn:btih:abc&tr=https%3A%2F%2Ft%2Fkey failed'), 'magnet:… failed');
	t.is(maskSecrets('at file:///app/shared/log/log.ts:1:2'), 'at file:///app/shared/log/log.ts:1:2');
	t.is(maskSecrets('listens on http://127.0.0.1:5656'), 'listens on http://127.0.0.1:5656');
	t.is(maskSecrets('Authorization: Bearer abc.def'), 'Authorization: Bearer ********');
	t.is(maskSecrets('nothing to hide'), 'nothing to hide');
});

test('the origin of an address has no credentials, path or query', t => {
	t.is(originOf('https://me:pass@site.example:8443/key/x?apikey=1#a'), 'https://site.example:8443');
	t.is(originOf('rtsp://cam.example/key'), 'rtsp://cam.example');
	t.is(originOf('magnet:?xt=urn:btih:abc&tr=x'), 'magnet:');
	t.is(originOf('no address'), null);
});

test('the keys that trackers and indexers use in addresses are masked', t => {
	t.is(maskSecrets('/get.php?id=1&r=abc&passkey=def'), '/get.php?id=1&r=********&passkey=********');
	t.is(maskSecrets('/rss?torrent_pass=abc;authkey=def&secret_key=1'), '/rss?torrent_pass=********;authkey=********&secret_key=********');
	t.is(maskSecrets('?year=2020&rank=3&author=x'), '?year=2020&rank=3&author=x');
});

test('what is nothing but a key is masked outside of addresses, too', t => {
	t.is(
		maskSecrets('Unregistered torrent: passkey=abc, jackett_apikey=def; API_KEY=x'),
		'Unregistered torrent: passkey=******** jackett_apikey=********; API_KEY=********',
	);
	t.is(maskSecrets('apiKey must be given, and key=1 is none'), 'apiKey must be given, and key=1 is none');
});

test('a key in an address is masked when its name has brackets, too', t => {
	t.is(maskSecrets('/api/calendar.ics?key[]=abc&KEY[a]=def'), '/api/calendar.ics?key[]=********&KEY[a]=********');
	t.is(maskRequest('/api/calendar.ics?key%5B%5D=abc'), '/api/calendar.ics?key[]=********');
	t.is(maskSecrets('?monkey=blue&keyword=x&a[key]=y'), '?monkey=blue&keyword=x&a[key]=y');
});

test('a key in the path of a solver is masked, whatever follows it', t => {
	t.is(maskSecrets('POST /solver/abc/v1'), 'POST /solver/********/v1');
	t.is(maskSecrets('GET /solver/abc'), 'GET /solver/********');
	t.is(maskSecrets('GET /solver/abc/ and /solver/def?x=1'), 'GET /solver/********/ and /solver/********?x=1');
	t.is(maskSecrets('There is nothing at /solver/abc. See /api/docs'), 'There is nothing at /solver/******** See /api/docs');
	t.is(maskSecrets('/api/captcha-solver/health and /solver/{key}/v1'), '/api/captcha-solver/health and /solver/{key}/v1');
});

test('a key in the address of a request is masked however its name is written', t => {
	t.is(maskRequest('/api/queue/events?%61pikey=abc&page=1'), '/api/queue/events?apikey=********&page=1');
	t.is(maskRequest('/api/queue/events?a=1&APIKE%59=a=b'), '/api/queue/events?a=1&APIKEY=********');
	t.is(maskRequest('/api/queue?%ff=1'), '/api/queue??=1');
	t.is(maskRequest('/api/queue'), '/api/queue');
});

for (const [name, text] of [
	['of brackets', `http://a/${')'.repeat(200_000)}x`],
	['of unfinished names', `?${';key['.repeat(40_000)}`],
	['of unfinished schemes', 'a-'.repeat(100_000)],
	['of addresses', 'http://a:b@c/d?e=f '.repeat(10_000)],
	['of names of keys', 'apikey'.repeat(30_000)],
	['of separators', '?&;'.repeat(70_000)],
] as const) {
	test(`a long text ${name} is masked in linear time`, async t => {
		const ms = await processorMs(() => {
			maskSecrets(text);
			maskRequest(text);
		});
		t.true(ms < 500, 'what was not linear took minutes');
	});
}

test('credentials of basic authentication are masked, words after “basic” are not', t => {
	const encoded = Buffer.from('vera:correct horse').toString('base64');
	t.is(maskSecrets(`authorization: Basic ${encoded}`), 'authorization: Basic ********');
	t.is(maskSecrets(`{"authorization":"basic ${encoded}"}`), '{"authorization":"basic ********"}');
	t.is(maskSecrets('The solver takes basic authentication and Basic Instinct'), 'The solver takes basic authentication and Basic Instinct');
});
