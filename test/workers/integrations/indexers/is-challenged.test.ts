import test from 'ava';
import {isChallenged} from '#workers/integrations/indexers/is-challenged.ts';

const page = (title: string) => Buffer.from(`<html><head><title>${title}</title></head></html>`);

const rows: {title: string; status: number; headers: Record<string, string>; body: Buffer; expected: boolean}[] = [
	{title: 'a waiting page of Cloudflare', status: 503, headers: {server: 'cloudflare'}, body: page('Just a moment...'), expected: true},
	{
		title: 'a blocked address',
		status: 403,
		headers: {server: 'cloudflare'},
		body: page('Attention Required! | Cloudflare'),
		expected: true,
	},
	{
		title: 'a blocked address without a page',
		status: 403,
		headers: {server: 'cloudflare'},
		body: Buffer.from('error code: 1020'),
		expected: true,
	},
	{title: 'a waiting page of DDoS-Guard', status: 403, headers: {server: 'ddos-guard'}, body: page('DDoS-Guard'), expected: true},
	{title: 'a marked answer', status: 403, headers: {'cf-mitigated': 'challenge'}, body: page(''), expected: true},
	{
		title: 'an older guard',
		status: 200,
		headers: {vary: 'Accept-Encoding,User-Agent'},
		body: Buffer.from('<html>DDOS protection'),
		expected: true,
	},
	{title: 'a plain refusal behind Cloudflare', status: 403, headers: {server: 'cloudflare'}, body: page('Forbidden'), expected: false},
	{title: 'the same page from another server', status: 503, headers: {server: 'nginx'}, body: page('Just a moment...'), expected: false},
	{title: 'a feed behind Cloudflare', status: 200, headers: {server: 'cloudflare'}, body: page('Just a moment...'), expected: false},
];

for (const {title, expected, ...reply} of rows) {
	test(`${title} is ${expected ? 'a' : 'no'} challenge`, t => {
		t.is(isChallenged(reply), expected);
	});
}
