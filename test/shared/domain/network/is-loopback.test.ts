import test from 'ava';
import {isLoopback} from '#shared/domain/network/is-loopback.ts';

test('loopback addresses lead to this machine, whatever their form', t => {
	for (const address of ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.2']) {
		t.true(isLoopback(address), address);
	}
	for (const address of ['128.0.0.1', '10.127.0.0', '::', '::2', '127.0.0.1.example', 'localhost']) {
		t.false(isLoopback(address), address);
	}
});
