import test from 'ava';
import {buildCookie} from '#test/helpers/build-clearance.ts';
import {gateUrl, withBrowser} from '#test/helpers/with-browser.ts';

const get = {cmd: 'request.get', url: gateUrl};
const proxy = {url: 'socks5://proxy.test:1080', username: 'me', password: 'secret'};

test('sessions are made, found again, listed and destroyed without a browser', async t => {
	const {send, asked} = await withBrowser(t);
	const made = await send({cmd: 'sessions.create', session: 'mine'});
	t.is(made.status, 200);
	t.deepEqual(Object.keys(made.body), ['status', 'message', 'session', 'startTimestamp', 'endTimestamp', 'version']);
	t.like(made.body, {status: 'ok', message: 'Session created successfully.', session: 'mine'});
	t.like((await send({cmd: 'sessions.create', session: 'mine'})).body, {message: 'Session already exists.', session: 'mine'});
	const named = (await send({cmd: 'sessions.create'})).body.session;
	t.regex(named, /^[\da-f-]{36}$/);
	t.not((await send({cmd: 'sessions.create', session: ''})).body.session, '');
	const list = (await send({cmd: 'sessions.list'})).body;
	t.like(list, {status: 'ok', message: ''});
	t.is(list.sessions.length, 3);
	t.true(list.sessions.includes('mine') && list.sessions.includes(named));
	t.like((await send({cmd: 'sessions.destroy', session: 'mine'})).body, {status: 'ok', message: 'The session has been removed.'});
	for (const session of ['mine', 'never', null, undefined, '']) {
		const {status, body} = await send({cmd: 'sessions.destroy', session});
		t.is(status, 500);
		t.is(body.message, "Error: The session doesn't exist.");
	}
	t.is(asked.length, 0);
});

test('a session keeps its proxy sealed, and a request with it has none of its own', async t => {
	const {send, asked, deps} = await withBrowser(t);
	await send({cmd: 'sessions.create', session: 'mine', proxy});
	t.deepEqual((await deps.solverSessions.of(null).find('mine'))?.proxy, proxy);
	await send({...get, session: 'mine', proxy: {url: 'http://other.test:3128'}});
	t.like(asked[0]?.page, {session: 'mine', proxy: null});
	t.is((await send({cmd: 'sessions.create', proxy: {url: 'ftp://proxy.test'}})).status, 500);
});

test('a request makes the session that it names', async t => {
	const {send, asked, deps} = await withBrowser(t);
	await send({...get, session: 'new'});
	t.is(asked[0]?.page.session, 'new');
	t.like(await deps.solverSessions.of(null).find('new'), {name: 'new', proxy: null, cookies: []});
	t.deepEqual((await send({cmd: 'sessions.list'})).body.sessions, ['new']);
});

test('a session that is older than the request wants is made again, behind the same proxy', async t => {
	const {send, deps} = await withBrowser(t);
	const createdAt = new Date(Date.now() - 10 * 60_000).toISOString();
	const session = {name: 'mine', createdAt, proxy, cookies: [buildCookie()]};
	await deps.solverSessions.of(null).create(session);
	for (const session_ttl_minutes of [0, null, 11]) {
		await send({...get, session: 'mine', session_ttl_minutes});
		t.deepEqual(await deps.solverSessions.of(null).find('mine'), session);
	}
	await send({...get, session: 'mine', session_ttl_minutes: 9});
	const anew = await deps.solverSessions.of(null).find('mine');
	t.like(anew, {proxy, cookies: []});
	t.true(Date.parse(anew?.createdAt ?? '') > Date.parse(createdAt));
});

test('requests that name the same new session at once share it', async t => {
	const {send} = await withBrowser(t);
	const answers = await Promise.all(Array.from({length: 5}, () => send({...get, session: 'shared'})));
	t.true(answers.every(({status}) => status === 200));
	t.deepEqual((await send({cmd: 'sessions.list'})).body.sessions, ['shared']);
});

test('a session too many is refused, named or made by a request', async t => {
	const {send, deps} = await withBrowser(t);
	const createdAt = new Date().toISOString();
	await Promise.all(
		Array.from({length: 100}, (_, n) => deps.solverSessions.of(null).create({name: `s${n}`, createdAt, proxy: null, cookies: []})),
	);
	for (const command of [{cmd: 'sessions.create'}, {...get, session: 'more'}]) {
		const {status, body} = await send(command);
		t.is(status, 500);
		t.regex(body.message, /^Error: There are 100 sessions already/);
	}
	t.is((await send({...get, session: 's7'})).status, 200);
});

test('a solver key neither sees, uses nor ends the sessions of administrators', async t => {
	const {send, call, asked, deps} = await withBrowser(t);
	await send({cmd: 'sessions.create', session: 'mine', proxy: {url: 'http://10.0.0.1:3128'}});
	const sendAsKey = (body: object) => call('POST /v1', {body, as: 'solver'});
	t.deepEqual((await sendAsKey({cmd: 'sessions.list'})).body.sessions, []);
	t.is((await sendAsKey({cmd: 'sessions.destroy', session: 'mine'})).status, 500);
	await sendAsKey({...get, session: 'mine'});
	t.like(asked[0]?.page, {session: 'mine'});
	t.truthy(asked[0]?.page.solverKeyId);
	t.is((await deps.solverSessions.of(asked[0]?.page.solverKeyId ?? null).find('mine'))?.proxy, null);
	t.like((await send({cmd: 'sessions.list'})).body, {sessions: ['mine']});
	t.is((await deps.solverSessions.of(null).find('mine'))?.proxy?.url, 'http://10.0.0.1:3128');
});
