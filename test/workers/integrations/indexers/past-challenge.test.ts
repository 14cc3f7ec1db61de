import test from 'ava';
import type {HttpReply} from '#workers/integrations/http.ts';
import {pastChallenge} from '#workers/integrations/indexers/past-challenge.ts';

const page = (title: string) => `<html><head><title>${title}</title></head></html>`;
const reply = (status: number, headers: Record<string, string>, body: string): HttpReply => ({
	status,
	headers,
	cookies: [],
	body: Buffer.from(body),
	url: 'https://indexer.example/api',
});
const waiting = reply(503, {server: 'cloudflare', 'content-type': 'text/html'}, page('Just a moment...'));
const feed = reply(
	200,
	{server: 'cloudflare', 'content-type': 'application/rss+xml'},
	'<rss><channel><title>Just a moment...</title></channel></rss>',
);
const door = {url: 'https://indexer.example/api', solver: null, now: () => new Date('2026-03-01'), signal: new AbortController().signal};

const rows: {title: string; answer: HttpReply; expected: boolean}[] = [
	{title: 'a waiting page of Cloudflare', answer: waiting, expected: true},
	{title: 'a blocked address', answer: reply(403, {server: 'cloudflare'}, page('Attention Required! | Cloudflare')), expected: true},
	{title: 'a blocked address without a page', answer: reply(403, {server: 'cloudflare'}, 'error code: 1020'), expected: true},
	{title: 'a waiting page of DDoS-Guard', answer: reply(403, {server: 'ddos-guard'}, page('DDoS-Guard')), expected: true},
	{title: 'a marked answer', answer: reply(403, {'cf-mitigated': 'challenge'}, page('')), expected: true},
	{title: 'an older guard', answer: reply(200, {vary: 'Accept-Encoding,User-Agent'}, '<html>DDOS protection'), expected: true},
	{title: 'a waiting page that hides its server', answer: reply(503, {server: 'nginx'}, page('Just a moment...')), expected: true},
	{title: 'a plain refusal behind Cloudflare', answer: reply(403, {server: 'cloudflare'}, page('Forbidden')), expected: false},
	{title: 'a feed behind Cloudflare', answer: feed, expected: false},
];

for (const {title, answer, expected} of rows) {
	test(`${title} is ${expected ? 'a' : 'no'} challenge`, async t => {
		const asked = pastChallenge(async () => answer, door);
		if (expected) {
			await t.throwsAsync(asked, {code: 'challenge'});
			return;
		}
		t.is(await asked, answer);
	});
}
