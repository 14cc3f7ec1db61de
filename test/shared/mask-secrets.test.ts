import test from 'ava';
import {maskSecrets} from '#shared/mask-secrets.ts';

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
