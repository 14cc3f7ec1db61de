import test from 'ava';
import type {PageToOpen} from '#shared/jobs/captcha.ts';
import {buildCookie} from '#test/helpers/build-clearance.ts';
import {type Browse, withBrowser} from '#test/helpers/with-browser.ts';

/** What FlareSolverr's own tests ask and expect, with hosts of our own. */
interface Case {
	name: string;
	command: object;
	status: number;
	/** Fields of the answer that must be just so. */
	body?: object;
	message?: string;
	messageContains?: string;
	solution?: object;
	cookieNamed?: string;
	urlContains?: string;
}

const plainUrl = 'https://plain.test/';
const gateUrl = 'https://gate.test/';
const bannedUrl = 'https://banned.test/';
const solving = 'Error: Error solving the challenge. ';
const plain = {status: 200, message: 'Challenge not detected!'};

const cases: readonly Case[] = [
	{
		name: 'bad cmd',
		command: {cmd: 'request.bad', url: plainUrl},
		status: 500,
		message: "Error: Request parameter 'cmd' = 'request.bad' is invalid.",
	},
	{name: 'plain get', command: {cmd: 'request.get', url: plainUrl}, ...plain, solution: {status: 200, headers: {}}, urlContains: plainUrl},
	{name: 'challenge get', command: {cmd: 'request.get', url: gateUrl}, status: 200, message: 'Challenge solved!', cookieNamed: 'gate_pass'},
	{
		name: 'blocked',
		command: {cmd: 'request.get', url: bannedUrl},
		status: 500,
		message: `${solving}Cloudflare has blocked this request. Probably your IP is banned for this site, check in your web browser.`,
	},
	{
		name: 'request cookies come back',
		command: {cmd: 'request.get', url: plainUrl, cookies: [{name: 'testcookie1', value: 'testvalue1'}]},
		...plain,
		cookieNamed: 'testcookie1',
	},
	{
		name: 'returnOnlyCookies',
		command: {cmd: 'request.get', url: plainUrl, returnOnlyCookies: true},
		...plain,
		solution: {status: 200, headers: null, response: null},
	},
	{
		name: 'proxy refused',
		command: {cmd: 'request.get', url: plainUrl, proxy: {url: 'http://127.0.0.1:43210'}},
		status: 500,
		messageContains: 'net::ERR_PROXY_CONNECTION_FAILED',
	},
	{
		name: 'timeout',
		command: {cmd: 'request.get', url: 'https://slow.test/', maxTimeout: 10_000},
		status: 500,
		message: `${solving}Timeout after 10.0 seconds.`,
	},
	{
		name: 'bad domain',
		command: {cmd: 'request.get', url: 'https://www.plain.testbad'},
		status: 500,
		messageContains: 'Message: unknown error: net::ERR_NAME_NOT_RESOLVED',
	},
	{name: 'userAgent parameter ignored', command: {cmd: 'request.get', url: plainUrl, userAgent: 'Test'}, ...plain},
	{name: 'post form', command: {cmd: 'request.post', url: plainUrl, postData: 'param1=value1&param2=value2'}, ...plain},
	{
		name: 'post without postData',
		command: {cmd: 'request.post', url: plainUrl},
		status: 500,
		messageContains: "Request parameter 'postData' is mandatory in 'request.post' command",
	},
	{name: 'create session', command: {cmd: 'sessions.create'}, status: 200, message: 'Session created successfully.'},
	{
		name: 'create named session',
		command: {cmd: 'sessions.create', session: 'test_create_session'},
		status: 200,
		body: {session: 'test_create_session'},
	},
	{name: 'list sessions', command: {cmd: 'sessions.list'}, status: 200, message: ''},
	{name: 'destroy session', command: {cmd: 'sessions.destroy', session: 'kept'}, status: 200, message: 'The session has been removed.'},
	{
		name: 'destroy unknown session',
		command: {cmd: 'sessions.destroy', session: 'non_existing_session_name'},
		status: 500,
		message: "Error: The session doesn't exist.",
	},
];

const failures: Readonly<Record<string, string>> = {
	[bannedUrl]: 'blocked',
	'https://slow.test/': 'timed_out',
	'https://www.plain.testbad': 'name_not_found',
};

const browse: Browse = ({url, proxy, cookies, withHtml}: PageToOpen) => {
	const code = proxy ? 'proxy_failed' : failures[url];
	if (code) {
		return {failure: {code, message: 'It did not work.'}};
	}
	const isGate = url === gateUrl;
	return {
		url,
		kind: isGate ? 'edge_challenge' : 'none',
		html: withHtml ? '<title>Here</title>' : null,
		cookies: [...(isGate ? [buildCookie()] : []), ...cookies.map(({name, value}) => buildCookie({name, value}))],
	};
};

for (const {name, command, status, body: fields, message, messageContains, solution, cookieNamed, urlContains} of cases) {
	test(`a program that knows FlareSolverr finds what it expects: ${name}`, async t => {
		const {send, deps} = await withBrowser(t, browse);
		await deps.solverSessions.of(null).create({name: 'kept', createdAt: new Date().toISOString(), proxy: null, cookies: []});
		const answer = await send(command);
		const {body} = answer;
		t.is(answer.status, status);
		t.is(body.status, status === 200 ? 'ok' : 'error');
		t.true(body.startTimestamp > 10_000 && body.endTimestamp >= body.startTimestamp);
		t.is(message ?? body.message, body.message);
		t.true(body.message.includes(messageContains ?? ''), body.message);
		t.like(body, {version: '9.9.9', ...fields});
		t.deepEqual({...body.solution, ...solution}, {...body.solution});
		if (body.solution) {
			const names = body.solution.cookies.map((cookie: {name: string}) => cookie.name);
			t.true(cookieNamed === undefined || names.includes(cookieNamed));
			t.true(body.solution.url.includes(urlContains ?? ''));
			t.true(body.solution.userAgent.includes('Chrome/'));
		}
	});
}
