import test from 'ava';
import {hostAndPort, isSameHostAndPort} from '#shared/domain/network/host-and-port.ts';

test('a host is told with its port, also with the one that the scheme implies', t => {
	t.is(hostAndPort(new URL('http://NAS.lan/a?b')), 'nas.lan:80');
	t.is(hostAndPort(new URL('https://nas.lan')), 'nas.lan:443');
	t.is(hostAndPort(new URL('wss://nas.lan:8443')), 'nas.lan:8443');
	t.is(hostAndPort(new URL('http://[::1]:80/')), '[::1]:80');
});

for (const [one, other, isSame] of [
	['http://nas.lan/a', 'http://me:pass@nas.lan:80/b', true],
	['https://nas.lan/', 'http://nas.lan:443/', true],
	['https://nas.lan/', 'http://nas.lan/', false],
	['http://nas.lan/', 'https://nas.lan/', false],
	['http://nas.lan:8080/', 'http://nas.lan/', false],
	['http://nas.lan/', 'http://nas.lan./', false],
	['http://10.0.0.1/', 'http://10.1/', true],
	['', '', false],
	['nas.lan', 'nas.lan', false],
] as const) {
	test(`${one} and ${other} are ${isSame ? 'the same place' : 'two places'}`, t => {
		t.is(isSameHostAndPort(one, other), isSame);
	});
}
