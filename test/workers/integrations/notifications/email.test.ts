import {hostname} from 'node:os';
import test, {type ExecutionContext} from 'ava';
import type {Delivery} from '#shared/domain/notifications/delivery.ts';
import type {NewNotification} from '#shared/store/providers/provider-stores.ts';
import {fakeMailServer} from '#test/helpers/fakes/fake-mail-server.ts';
import {lookupOf} from '#test/helpers/lookup-of.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {buildNotification} from '#test/helpers/world/receivers.ts';
import {connectTo} from '#workers/integrations/http/connect.ts';
import {openReceiver} from '#workers/integrations/notifications/open-receiver.ts';
import {createEnteredConnect} from '#workers/wiring/entered-http.ts';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const {signal} = new AbortController();

function delivery(): Delivery {
	const at = new Date('2026-03-01T20:00:00Z');
	const posterUrl = 'https://images.example/poster.jpg';
	const media = {type: 'movie' as const, id: 'm', title: 'Salt & Stone', year: 2019, tmdbId: 1, imdbId: null, posterUrl, episodes: []};
	const data = {media, releaseTitle: 'Salt.2019', quality: null, size: null, indexer: null, downloadClient: null, downloadId: null};
	const message = {
		type: 'failed' as const,
		timestamp: at.toISOString(),
		data: {...data, stage: 'download' as const, message: 'It <stalled>.'},
	};
	const untried = {
		status: 'pending' as const,
		tries: 0,
		nextTryAt: at,
		lastTryAt: null,
		deliveredAt: null,
		responseStatus: null,
		error: null,
	};
	return {id: 'd', notificationId: 'n', event: 'failed', message, files: [], createdAt: at, ...untried};
}

function mailer(settings: Partial<NewNotification>, mailStepMs = patienceMs) {
	const address = {from: 'kinoteka@home.test', to: 'eve@home.test, adam@home.test'};
	return openReceiver(
		{...buildNotification({kind: 'email', secret: null, ...address, ...settings}), id: 'n'},
		{
			http: () => Promise.reject(new Error('nothing is asked by HTTP')),
			network: 'any',
			rootFolders: {list: async () => []},
			picture: async () => jpeg,
			connect: (place, limits) => connectTo(place, {...limits, timeoutMs: patienceMs, network: 'any'}),
			mailStepMs,
			now: () => new Date(),
		},
	);
}

test('a mail has its recipients, words as text and HTML, and the poster in it', async t => {
	const server = await fakeMailServer(t);
	t.deepEqual(await mailer({url: server.url}).send([delivery()], signal), {status: 250, error: null});
	const [mail] = server.received;
	t.like(mail, {from: 'kinoteka@home.test', to: ['eve@home.test', 'adam@home.test']});
	t.regex(mail?.text ?? '', /^Subject: Download failed: Salt & Stone \(2019\)\r$/m);
	t.true(mail?.text.includes('Reason: It <stalled>.'));
	t.true(mail?.text.includes('It &lt;stalled&gt;.'));
	t.true(mail?.text.includes(jpeg.toString('base64')));
});

test('a password is sent to nobody whose certificate cannot be checked, and never in the clear', async t => {
	const login = {username: 'eve', password: 'hunter2-hunter2'};
	for (const options of [{}, {offersTls: false}, {secure: true}]) {
		const server = await fakeMailServer(t, options);
		const mail = mailer({url: server.url, ...login});
		const outcome = await mail.send([delivery()], signal).catch((error: {code: string}) => ({error: error.code}));
		t.truthy(outcome.error, JSON.stringify(options));
		t.is(server.received.length, 0);
		await t.throwsAsync(mail.test(signal));
	}
});

const judged = test.macro(async (t: ExecutionContext, refuse: object, expected: object) => {
	const server = await fakeMailServer(t);
	Object.assign(server.refuse, refuse);
	t.like(await mailer({url: server.url}).send([delivery()], signal), expected);
});
test('a recipient that is unknown stops the mails until it is corrected', judged, {recipient: 550}, {status: 550, isRefused: true});
test(
	'a recipient that cannot be reached now is tried later',
	judged,
	{recipient: 451},
	{status: 451, isRefused: undefined, isFinal: undefined},
);
test('a mail that is taken for spam is not sent again', judged, {text: 554}, {status: 554, isFinal: true});
test('a mail that is deferred is sent later', judged, {text: 451}, {status: 451, isFinal: undefined});

test('one recipient of several who is refused is said, and the others have their mail', async t => {
	const server = await fakeMailServer(t);
	Object.assign(server.refuse, {recipient: 550, onlyRecipient: 'adam@home.test'});
	const mail = mailer({url: server.url});
	const sent = await mail.send([delivery()], signal);
	t.like(sent, {status: 250, isFinal: true, isRefused: undefined});
	t.regex(sent.error ?? '', /refuses adam@home\.test/);
	t.deepEqual(server.received[0]?.to, ['eve@home.test']);
	await t.throwsAsync(mail.test(signal), {message: /refuses adam@home\.test/});
});

test('the mail server is told a whole name, in a container that of the sender', async t => {
	const server = await fakeMailServer(t);
	await mailer({url: server.url}).send([delivery()], signal);
	await mailer({url: server.url, from: 'kinoteka@nas'}).send([delivery()], signal);
	const ours = hostname().includes('.') ? hostname() : null;
	t.deepEqual(
		server.received.map(({helo}) => helo),
		[ours ?? 'home.test', ours ?? '[127.0.0.1]'],
	);
});

test('a port that speaks TLS in the other way, and a certificate of nobody, are said', async t => {
	const plain = await fakeMailServer(t);
	const encrypted = await fakeMailServer(t, {secure: true});
	const test = (url: string, stepMs?: number) => mailer({url, username: 'eve', password: 'hunter2-hunter2'}, stepMs).test(signal);
	await t.throwsAsync(test(plain.url.replace('smtp:', 'smtps:')), {code: 'tls_failed', message: /Use smtp:\/\//});
	// It waits for us to begin, and we for its greeting, which never comes.
	await t.throwsAsync(test(encrypted.url.replace('smtps:', 'smtp:'), 1000), {code: 'timed_out', message: /use smtps:\/\//});
	await t.throwsAsync(test(encrypted.url), {code: 'tls_failed'});
	await t.throwsAsync(test(plain.url), {code: 'tls_failed'});
});

test('a server that is away, or silent, fails with a code of connection tests', async t => {
	await t.throwsAsync(mailer({url: 'smtp://127.0.0.1:9'}).test(signal), {code: 'connection_refused'});
	const place = {url: new URL('smtp://mail.example'), port: 25};
	const lookup = lookupOf({'mail.example': ['10.0.0.1']});
	await t.throwsAsync(connectTo(place, {signal, timeoutMs: patienceMs, network: 'public', lookup}), {code: 'address_refused'});
	const literal = {url: new URL('smtp://[::1]:25'), port: 25};
	await t.throwsAsync(connectTo(literal, {signal, timeoutMs: patienceMs, network: 'public'}), {code: 'address_refused'});
});

test('the name of a mail server that was public must not turn private', async t => {
	const lookup = lookupOf({'mail.example': ['10.0.0.1']});
	const store = {notePublic: async () => {}};
	const connect = createEnteredConnect({allowPrivate: () => false, lookup})(
		{id: 'n', url: 'smtp://mail.example:587', isPublic: true},
		store,
	);
	await t.throwsAsync(connect({url: new URL('smtp://mail.example:587'), port: 587}, {signal, timeoutMs: patienceMs}), {
		code: 'address_refused',
		message: /mail\.example:587 leads to a private address now/,
	});
});
