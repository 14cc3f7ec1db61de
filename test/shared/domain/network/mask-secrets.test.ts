import test from 'ava';
import {maskSecrets} from '#shared/domain/network/mask-secrets.ts';

const rows: [string, string][] = [
	['GET http://a.test/api?t=search&apikey=abc123&q=x failed', 'GET http://a.test/api?t=search&apikey=***&q=x failed'],
	['/get.php?id=1&r=abc&passkey=def', '/get.php?id=1&r=***&passkey=***'],
	['?token=abc', '?token=***'],
	['/rss?torrent_pass=abc;authkey=def', '/rss?torrent_pass=***;authkey=***'],
	['http://me:secret@a.test/rss', 'http://***@a.test/rss'],
	['?year=2020&rank=3', '?year=2020&rank=3'],
	['the key geheim42 is wrong', 'the key *** is wrong'],
];

for (const [text, masked] of rows) {
	test(`secrets are masked in "${text}"`, t => {
		t.is(maskSecrets(text, ['geheim42', 'x']), masked);
	});
}
