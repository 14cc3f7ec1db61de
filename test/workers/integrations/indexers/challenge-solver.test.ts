import test from 'ava';
import type {Clearance} from '#shared/domain/captcha/clearance.ts';
import type {HttpReply} from '#workers/integrations/http/http.ts';
import {type ChallengeSolver, pastChallenge} from '#workers/integrations/indexers/challenge-solver.ts';

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

/** Remembers one cookie of a solved challenge; what is asked of it is written down. */
function remembering(value: string) {
	const asked: (string | null)[] = [];
	const cookie = {name: 'pass', value, domain: 'indexer.example', path: '/', expires: -1, httpOnly: true, secure: true, sameSite: null};
	const clearance = (id: string): Clearance => ({
		id,
		site: 'indexer.example',
		kind: 'edge_challenge',
		userAgent: `Browser/${id}`,
		cookies: [{...cookie, value: `${value}-${id}`}],
		solvedAt: '2026-03-01T00:00:00Z',
	});
	const solver: ChallengeSolver = {
		remembered: async () => clearance('old'),
		solve: async (_url, refused) => {
			asked.push(refused);
			return clearance('new');
		},
	};
	return {solver, asked};
}

test('what was solved before is used at once, and nothing is solved', async t => {
	const {solver, asked} = remembering('a');
	const sent: Record<string, string>[] = [];
	const send = async (headers: Record<string, string>) => {
		sent.push(headers);
		return feed;
	};
	t.is(await pastChallenge(send, {...door, solver}), feed);
	t.deepEqual(sent, [{'user-agent': 'Browser/old', cookie: 'pass=a-old'}]);
	t.deepEqual(asked, []);
});

test('what was solved before and is refused is named to the solver, and the new one is used once', async t => {
	const {solver, asked} = remembering('a');
	const sent: Record<string, string>[] = [];
	const send = async (headers: Record<string, string>) => {
		sent.push(headers);
		return waiting;
	};
	await t.throwsAsync(pastChallenge(send, {...door, solver}), {code: 'challenge_failed', message: /still asks for a browser check/});
	t.deepEqual(asked, ['old']);
	t.deepEqual(
		sent.map(({cookie}) => cookie),
		['pass=a-old', 'pass=a-new'],
	);
});

test('a cookie in any script is sent by its bytes', async t => {
	const {solver} = remembering('日本');
	const sent: Record<string, string>[] = [];
	await pastChallenge(
		async headers => {
			sent.push(headers);
			return feed;
		},
		{...door, solver},
	);
	t.is(Buffer.from(sent[0]?.['cookie'] ?? '', 'latin1').toString(), 'pass=日本-old');
});
