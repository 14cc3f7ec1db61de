import test from 'ava';
import {openTo} from '#api/announce.ts';

test('a start on another address than loopback says what strangers see and which setting closes it', t => {
	for (const host of ['127.0.0.1', '127.3.2.1', 'localhost', '::1']) {
		t.is(openTo(host, true), null, host);
	}
	t.regex(openTo('0.0.0.0', true) ?? '', /^other machines can reach 0\.0\.0\.0: .*download queue.*security\.queuePublic = false/);
	t.notRegex(openTo('::', false) ?? '', /queue/);
	t.regex(openTo('127.example.org', true) ?? '', /other machines/);
	t.notRegex(openTo('0.0.0.0', true) ?? '', /\n/);
});
