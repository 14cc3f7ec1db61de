import test from 'ava';
import {isPrivateHost} from '#shared/domain/network/is-private-host.ts';

const inside = [
	'http://127.0.0.1/',
	'http://127.1/',
	'http://2130706433/',
	'http://0x7f.0.0.1/',
	'http://0177.0.0.1/',
	'http://017700000001/',
	'http://0/',
	'http://127.0.0.1./',
	'http://①②⑦.0.0.1/',
	'http://[::1]/',
	'http://[::ffff:127.0.0.1]/',
	'http://[::ffff:a9fe:a9fe]/',
	'http://[64:ff9b::7f00:1]/',
	'http://[fe80::1]/',
	'http://[fd00:ec2::254]/',
	'http://169.254.169.254/latest/meta-data',
	'http://10.0.0.1:8080/',
	'https://192.168.1.1/',
	'http://localhost/',
	'http://LOCALHOST./',
	'http://a.localhost:99/',
	'http://user:pass@localhost/',
	'socks5://127.0.0.1:1080',
	'socks5://2130706433:1080',
	'socks4://LocalHost:1080',
	'socks5://user:pass@[::1]:1080',
	'socks5://%31%32%37.0.0.1:1080',
	'socks5://outside.test\\@127.0.0.1:1080',
];
const outside = [
	'http://example.test/',
	'https://93.184.215.14/',
	'http://[2606:4700::1]/',
	'http://localhost.example.test/',
	'socks5://proxy.test:1080',
];

for (const address of inside) {
	test(`${address} says that it leads inside`, t => {
		t.true(isPrivateHost(new URL(address)));
	});
}
for (const address of outside) {
	test(`${address} may lead outside`, t => {
		t.false(isPrivateHost(new URL(address)));
	});
}
