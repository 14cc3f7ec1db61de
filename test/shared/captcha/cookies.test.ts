import test from 'ava';
import {cookieHeader, isCookieOf, reachesHost} from '#shared/captcha/cookies.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';

const now = new Date('2026-01-01T00:00:00Z');
const seconds = now.getTime() / 1000;

function cookie(overrides: Partial<BrowserCookie>): BrowserCookie {
	return {
		name: 'a',
		value: '1',
		domain: 'example.org',
		path: '/',
		expires: -1,
		httpOnly: false,
		secure: false,
		sameSite: null,
		...overrides,
	};
}

const sent: Record<string, [overrides: Partial<BrowserCookie>, address: string, isSent: boolean]> = {
	'a cookie of the host goes to it': [{}, 'https://example.org/a', true],
	'a cookie of the host goes to every port of it': [{}, 'http://example.org:8080/', true],
	'a cookie of the host does not go below it': [{}, 'https://www.example.org/', false],
	'a cookie of the domain goes to its host': [{domain: '.example.org'}, 'https://example.org/', true],
	'a cookie of the domain goes below it': [{domain: '.example.org'}, 'https://a.b.example.org/', true],
	'a cookie of the domain does not go to one that ends alike': [{domain: '.example.org'}, 'https://notexample.org/', false],
	'a cookie of a host below does not go up': [{domain: 'www.example.org'}, 'https://example.org/', false],
	'hosts are compared without case': [{domain: '.Example.ORG'}, 'https://WWW.example.org/', true],
	'a cookie of an address goes to it': [{domain: '127.0.0.1'}, 'http://127.0.0.1:81/', true],
	'the end of an address is no domain': [{domain: '.0.0.1'}, 'http://127.0.0.1/', false],
	'a cookie of an IPv6 address goes to it': [{domain: '[::1]'}, 'http://[::1]:81/', true],
	'its path is included': [{path: '/a'}, 'https://example.org/a', true],
	'what is below its path is included': [{path: '/a'}, 'https://example.org/a/b', true],
	'what is below its path is included, with a slash too': [{path: '/a/'}, 'https://example.org/a/b', true],
	'a path that begins alike is another': [{path: '/a'}, 'https://example.org/ab', false],
	'what is above its path is not included': [{path: '/a'}, 'https://example.org/', false],
	'a secure one does not go without TLS': [{secure: true}, 'http://example.org/', false],
	'a secure one goes by TLS': [{secure: true}, 'https://example.org/', true],
	'one that has expired is not sent': [{expires: seconds}, 'https://example.org/', false],
	'one that expires in a second is sent': [{expires: seconds + 1}, 'https://example.org/', true],
	'one that ends with its browser is sent': [{expires: -1}, 'https://example.org/', true],
	'no address, no cookie': [{}, 'not an address', false],
	'one that would end its header is not sent': [{value: 'x\r\nevil: 1'}, 'https://example.org/', false],
	'one whose name would begin another is not sent': [{name: 'x; b'}, 'https://example.org/', false],
};

for (const [title, [overrides, address, isSent]] of Object.entries(sent)) {
	test(title, t => {
		const given = cookie(overrides);
		t.is(cookieHeader([given], address, now), isSent ? `${given.name}=${given.value}` : '');
	});
}

test('the cookies of the longest paths come first, the others as they are', t => {
	const cookies = [cookie({name: 'a'}), cookie({name: 'b', path: '/x/y'}), cookie({name: 'c'}), cookie({name: 'd', path: '/x'})];
	t.is(cookieHeader(cookies, 'https://example.org/x/y/z', now), 'b=1; d=1; a=1; c=1');
	t.is(cookieHeader([], 'https://example.org/', now), '');
});

const own: [domain: string, site: string, isOwn: boolean][] = [
	['example.org', 'example.org', true],
	['.example.org', 'example.org', true],
	['www.example.org', 'example.org', true],
	['.Www.Example.ORG', 'example.org', true],
	['notexample.org', 'example.org', false],
	['org', 'example.org', false],
	['tracker.example', 'example.org', false],
	['127.0.0.1', '127.0.0.1:8080', true],
	['127.0.0.2', '127.0.0.1:8080', false],
	['localhost', 'localhost:8080', true],
	['[::1]', '[::1]:8080', true],
	['nas', 'nas', true],
];

for (const [domain, site, isOwn] of own) {
	test(`a cookie of ${domain} is ${isOwn ? 'one' : 'none'} of the site ${site}`, t => {
		t.is(isCookieOf({domain}, site), isOwn);
	});
}

test('a cookie reaches its host, and hosts below it when it is of the domain', t => {
	t.true(reachesHost({domain: 'example.org'}, 'example.org'));
	t.false(reachesHost({domain: 'example.org'}, 'www.example.org'));
	t.true(reachesHost({domain: '.example.org'}, 'www.example.org'));
	t.true(reachesHost({domain: '.example.org'}, 'example.org'));
	t.false(reachesHost({domain: '.example.org'}, 'badexample.org'));
	t.false(reachesHost({domain: ''}, 'example.org'));
	t.false(reachesHost({domain: '.'}, 'example.org'));
	t.false(reachesHost({domain: '.0.0.1'}, '127.0.0.1'), 'an address has no subdomains');
});
