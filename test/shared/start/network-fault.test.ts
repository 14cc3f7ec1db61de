import test from 'ava';
import {networkFault} from '#shared/start/network-fault.ts';

/** What drivers and Node say, and what is told. */
const rows: readonly [string, RegExp][] = [
	['getaddrinfo ENOTFOUND db.invalid', /host name is unknown/],
	['querySrv ETIMEOUT _mongodb._tcp.db.invalid', /host name is unknown/],
	['connect ECONNREFUSED 127.0.0.1:1', /nothing listens there\. Start it/],
	['connect ENOENT /run/none.sock', /nothing listens there/],
	['connect EACCES /run/valkey.sock', /this user may not use its socket/],
	['connect EHOSTUNREACH 10.9.9.9:6379', /no way leads there/],
	['self-signed certificate DEPTH_ZERO_SELF_SIGNED_CERT', /not trusted .*NODE_EXTRA_CA_CERTS/],
	["Hostname/IP does not match certificate's altnames", /not trusted/],
	['write EPROTO 00:error:0A00010B:SSL routines::wrong version number', /no TLS is spoken there/],
	['Client network socket disconnected before secure TLS connection was established', /no TLS is spoken there/],
	['connect ETIMEDOUT', /does not answer\. Start it/],
	['Command timed out', /does not answer\. Start it/],
	['connection 1 to 127.0.0.1:1 closed', /may want TLS, or another program/],
	['Connection is closed.', /may want TLS, or another program/],
	["ENOENT: no such file or directory, open '/ca.pem'", /a file named in REDIS_URL cannot be read \(.*ca\.pem/],
	['something new', /cannot be used \(something new\)\. Correct REDIS_URL/],
];

for (const [text, reported] of rows) {
	test(`"${text}" is explained`, t => {
		t.regex(networkFault({text, variable: 'REDIS_URL', isTls: false}), reported);
	});
}

test('silence where TLS is wanted may mean that none is spoken', t => {
	t.regex(networkFault({text: 'connect ETIMEDOUT', variable: 'REDIS_URL', isTls: true}), /does not answer, or speaks no TLS/);
});
