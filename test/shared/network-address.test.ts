import test from 'ava';
import {
	hostAndPort,
	isAddress,
	isLoopback,
	isPrivateAddress,
	isPrivateHost,
	isSameHostAndPort,
	leftOutText,
	noPrivateAddresses,
	refusedText,
} from '#shared/network-address.ts';

const privateOnes = [
	'0.0.0.0',
	'10.1.2.3',
	'100.64.0.1',
	'100.127.255.255',
	'127.0.0.1',
	'127.255.255.254',
	'168.63.129.16',
	'169.254.169.254',
	'172.16.0.1',
	'172.31.255.255',
	'192.168.1.1',
	'198.18.0.1',
	'224.0.0.1',
	'239.255.255.250',
	'255.255.255.255',
	'::',
	'::1',
	'[::1]',
	'0:0:0:0:0:0:0:1',
	'::ffff:127.0.0.1',
	'::ffff:169.254.169.254',
	'64:ff9b::a9fe:a9fe',
	'fd00:ec2::254',
	'::ffff:7f00:1',
	'::ffff:0:10.0.0.1',
	'::192.168.0.1',
	'64:ff9b::10.0.0.1',
	'64:ff9b:1::8.8.8.8',
	'2002:7f00:1::',
	'2001:0:4136:e378:8000:63bf:3fff:fdd2',
	'2001:db8::1',
	'100:0:0:1::7',
	'2001:2::1',
	'2001:1f:ffff::1',
	'2001:2f::1',
	'fc00::1',
	'fd12:3456::1',
	'fe80::1',
	'fec0::1',
	'ff02::1',
];
const publicOnes = [
	'1.1.1.1',
	'8.8.8.8',
	'100.63.255.255',
	'100.128.0.0',
	'172.15.255.255',
	'172.32.0.0',
	'192.0.1.1',
	'192.169.0.1',
	'198.20.0.1',
	'223.255.255.255',
	'2606:4700::1111',
	'2001:4860:4860::8888',
	'2001:2:1::1',
	'2001:30::1',
	'::ffff:8.8.8.8',
	'64:ff9b::8.8.8.8',
	'2002:808:808::1',
];
const noAddresses = [
	'',
	'example.com',
	'1.2.3',
	'1.2.3.4.5',
	'256.1.1.1',
	':::',
	'1::2::3',
	'12345::',
	'g::1',
	'1:2:3:4:5:6:7',
	':1:2:3:4:5:6:7',
];

for (const address of privateOnes) {
	test(`${address} is private`, t => {
		t.true(isAddress(address));
		t.true(isPrivateAddress(address));
	});
}

for (const address of publicOnes) {
	test(`${address} is public`, t => {
		t.true(isAddress(address));
		t.false(isPrivateAddress(address));
	});
}

test('what is no address is neither', t => {
	t.deepEqual(
		noAddresses.filter(text => isAddress(text) || isPrivateAddress(text)),
		[],
	);
});

test('a zone is part of a private address, and hides no name behind a public one', t => {
	t.true(isPrivateAddress('fe80::1%eth0'));
	t.deepEqual(['fe80::1%eth0', '1.1.1.1%.example.com', '[2606:4700::1%.example.com]'].filter(isAddress), []);
	t.false(isPrivateAddress('127.0.0.1%.example.com'));
});

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

test('loopback addresses lead to this machine, whatever their form', t => {
	for (const address of ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.2']) {
		t.true(isLoopback(address), address);
	}
	for (const address of ['128.0.0.1', '10.127.0.0', '::', '::2', '127.0.0.1.example', 'localhost']) {
		t.false(isLoopback(address), address);
	}
});

test('people read how many addresses are private, and where they can be allowed', t => {
	t.is(
		refusedText({trackers: 2, webSeeds: 1, peers: 0}),
		'2 trackers, 1 web seed of this torrent in your home network were not contacted. Home networks can be allowed in Settings › Access and network.',
	);
	t.is(
		leftOutText({...noPrivateAddresses, trackers: 1}),
		'1 tracker of this torrent in your home network was not used. Home networks can be allowed in Settings › Access and network, then grab it again.',
	);
	t.is(refusedText(noPrivateAddresses), null);
});

test('a host is reported with its port, also with the one that the scheme implies', t => {
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
