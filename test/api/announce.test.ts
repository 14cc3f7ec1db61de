import test from 'ava';
import {addressesOf, openTo} from '#api/first-start.ts';

test('a start on another address than loopback says what strangers see and which setting closes it', t => {
	for (const host of ['127.0.0.1', '127.3.2.1', 'localhost', '::1']) {
		t.is(openTo(host, true), null, host);
	}
	t.regex(openTo('0.0.0.0', true) ?? '', /^other machines can reach 0\.0\.0\.0: .*download queue.*security\.queuePublic = false/);
	t.notRegex(openTo('::', false) ?? '', /queue/);
	t.regex(openTo('127.example.org', true) ?? '', /other machines/);
	t.notRegex(openTo('0.0.0.0', true) ?? '', /\n/);
});

test('a service that listens on all addresses names those to open on another machine', t => {
	const addresses = addressesOf('0.0.0.0', '5656');
	t.true(addresses.every(place => /^http:\/\/\d+\.\d+\.\d+\.\d+:5656$/.test(place) && !place.includes('//127.')));
	t.deepEqual(addressesOf('192.0.2.1', '5656'), []);
	t.regex(openTo('0.0.0.0', true, ['http://192.0.2.1:5656']) ?? '', /^other machines can reach http:\/\/192\.0\.2\.1:5656: /);
});
