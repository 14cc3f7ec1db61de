import test from 'ava';
import {maskRequest, maskSecrets} from '#shared/mask-secrets.ts';

test('keys in addresses, passwords and bearer tokens are masked', t => {
	t.is(maskSecrets('GET http://site/api?t=search&apikey=abc123&q=x'), 'GET http://site/api?t=search&apikey=********&q=x');
	t.is(maskSecrets('redis://user:pass@host:6379'), 'redis://********@host:6379');
	t.is(maskSecrets('Authorization: Bearer abc.def'), 'Authorization: Bearer ********');
	t.is(maskSecrets('nothing to hide'), 'nothing to hide');
});

test('the keys that trackers and indexers use in addresses are masked', t => {
	t.is(maskSecrets('/get.php?id=1&r=abc&passkey=def'), '/get.php?id=1&r=********&passkey=********');
	t.is(maskSecrets('/rss?torrent_pass=abc;authkey=def&secret_key=1'), '/rss?torrent_pass=********;authkey=********&secret_key=********');
	t.is(maskSecrets('?year=2020&rank=3&author=x'), '?year=2020&rank=3&author=x');
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
