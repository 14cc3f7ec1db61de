import test, {type ExecutionContext} from 'ava';
import type {Delivery} from '#shared/domain/notifications/delivery.ts';
import type {ImportedData} from '#shared/domain/notifications/message.ts';
import type {NotificationKind} from '#shared/domain/notifications/notification.ts';
import {type Answered, fakeReceiver, type Received} from '#test/helpers/fakes/fake-receiver.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {buildNotification} from '#test/helpers/world/receivers.ts';
import {createWorld} from '#test/helpers/world.ts';
import {openReceiver} from '#workers/integrations/notifications/open-receiver.ts';

const posterUrl = 'https://images.example/poster.jpg';
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

/** An import of a film, whose name has marks of several kinds of text. */
function delivery(poster: string = posterUrl): Delivery {
	const media = {
		type: 'movie' as const,
		id: 'm',
		title: 'Salt & <Stone>_*',
		year: 2019,
		tmdbId: 1,
		imdbId: null,
		posterUrl: poster,
		episodes: [],
	};
	const release = {media, releaseTitle: 'Salt_and_Stone.2019', quality: 'WEBDL-1080p', size: 2 * 1024 ** 3, indexer: 'Harbour'};
	const data = {...release, downloadClient: 'Box', downloadId: 'd', path: '/films/a/b.mkv', releaseGroup: null};
	const at = new Date('2026-03-01T20:00:00Z');
	const message = {type: 'imported' as const, timestamp: at.toISOString(), data};
	const untried = {
		status: 'pending' as const,
		tries: 0,
		nextTryAt: at,
		lastTryAt: null,
		deliveredAt: null,
		responseStatus: null,
		error: null,
	};
	return {id: 'd', notificationId: 'n', event: 'imported', message, files: [], createdAt: at, ...untried};
}

interface Service {
	kind: NotificationKind;
	/** Path of the address that a person enters. */
	path?: string;
	settings?: Parameters<typeof buildNotification>[0];
	/** What the service answers to a message that it takes. */
	taken: Answered;
	/** What it answers to a wrong key, or to a place that is gone. */
	refused: Answered;
	check(t: ExecutionContext, request: Received, json: ReturnType<typeof JSON.parse>): void;
}

const services: Service[] = [
	{
		kind: 'discord',
		path: '/api/webhooks/112233445566778899/token-of-the-webhook-123',
		taken: {status: 200, body: {id: '1', type: 0}},
		refused: {status: 404, body: {message: 'Unknown Webhook', code: 10_015}},
		check(t, {path}, json) {
			t.is(path, '/api/webhooks/112233445566778899/token-of-the-webhook-123?wait=true');
			const [embed] = json['embeds'];
			t.is(embed.title, 'Imported: Salt & <Stone\\>\\_\\* (2019)');
			t.deepEqual(embed.thumbnail, {url: posterUrl});
			t.deepEqual(json['allowed_mentions'], {parse: []});
			t.deepEqual(embed.fields[1], {name: 'Quality', value: 'WEBDL-1080p', inline: true});
		},
	},
	{
		kind: 'slack',
		path: '/services/T000/B000/secretsecretsecretsecret',
		taken: {status: 200, body: undefined},
		refused: {status: 404, body: undefined},
		check(t, _request, json) {
			const [{text, accessory}] = json['blocks'];
			t.true(text.text.startsWith('*Imported: Salt &amp; &lt;Stone&gt;_* (2019)*\nRelease: Salt_and_Stone.2019'));
			t.like(accessory, {type: 'image', image_url: posterUrl});
		},
	},
	{
		kind: 'telegram',
		settings: {apiKey: '123456:bot-token-bot-token', to: '-100123'},
		taken: {status: 200, body: {ok: true, result: {message_id: 1}}},
		refused: {status: 400, body: {ok: false, error_code: 400, description: 'Bad Request: chat not found'}},
		check(t, {path}, json) {
			t.is(path, '/bot123456:bot-token-bot-token/sendPhoto');
			t.like(json, {chat_id: '-100123', photo: posterUrl, parse_mode: 'HTML'});
			t.true(json['caption'].startsWith('<b>Imported: Salt &amp; &lt;Stone&gt;_* (2019)</b>\nRelease: Salt_and_Stone.2019'));
		},
	},
	{
		kind: 'ntfy',
		settings: {to: 'our_films', apiKey: 'tk_access'},
		taken: {status: 200, body: {id: 'x', topic: 'our_films', event: 'message'}},
		refused: {status: 401, body: {code: 40_101, http: 401, error: 'unauthorized'}},
		check(t, {path, headers}, json) {
			t.is(path, '/');
			t.is(headers['authorization'], 'Bearer tk_access');
			t.like(json, {topic: 'our_films', title: 'Imported: Salt & <Stone>_* (2019)', attach: posterUrl, priority: 3});
		},
	},
	{
		kind: 'gotify',
		settings: {apiKey: 'AbCdEf'},
		taken: {status: 200, body: {id: 4, appid: 2, message: 'm'}},
		refused: {status: 401, body: {error: 'Unauthorized', errorCode: 401, errorDescription: 'you need to provide a valid access token'}},
		check(t, {path, headers}, json) {
			t.is(path, '/message');
			t.is(headers['x-gotify-key'], 'AbCdEf');
			t.like(json, {priority: 5, extras: {'client::notification': {bigImageUrl: posterUrl}}});
		},
	},
	{
		kind: 'apprise',
		settings: {apiKey: 'our-key', to: 'films'},
		taken: {status: 200, body: {error: null, details: [['INFO', '2026-01-01T00:00:00', 'Sent']]}},
		refused: {status: 403, body: {error: 'The access to this configuration is denied'}},
		check(t, {path, headers}, json) {
			t.is(path, '/notify/our-key');
			t.is(headers['accept'], 'application/json');
			t.like(json, {title: 'Imported: Salt & <Stone>_* (2019)', type: 'info', tag: 'films'});
			t.false('urls' in json);
		},
	},
	{
		kind: 'pushover',
		settings: {apiKey: 'azGDORePK8gMaC0QOYAMyEEuzJnyUi', to: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG'},
		taken: {status: 200, body: {status: 1, request: 'r'}},
		refused: {status: 400, body: {token: 'invalid', errors: ['application token is invalid'], status: 0}},
		check(t, {path, body}) {
			t.is(path, '/1/messages.json');
			const form = new URLSearchParams(body);
			t.is(form.get('token'), 'azGDORePK8gMaC0QOYAMyEEuzJnyUi');
			t.is(form.get('title'), 'Imported: Salt & <Stone>_* (2019)');
			t.is(form.get('attachment_base64'), jpeg.toString('base64'));
			t.is(form.get('attachment_type'), 'image/jpeg');
		},
	},
];

/** Slack answers in plain text. */
const slackTexts: Record<number, string> = {200: 'ok', 404: 'no_service', 400: 'invalid_blocks'};

async function openedFor(t: ExecutionContext, {kind, path = '', settings}: Service, answer: (request: Received) => Answered) {
	const fake = await fakeReceiver(t, request => {
		const answered = answer(request);
		return kind === 'slack' ? {...answered, text: slackTexts[answered.status] ?? ''} : answered;
	});
	const receiver = openReceiver(
		{...buildNotification({kind, secret: null, ...settings}), id: 'n', url: `${fake.url}${path}`},
		{
			http: withHttp(t),
			network: 'any',
			rootFolders: {list: async () => []},
			picture: async () => jpeg,
			connect: () => Promise.reject(new Error('no mail is sent')),
			now: () => new Date(),
		},
	);
	return {fake, receiver};
}

const {signal} = new AbortController();

const formatted = test.macro({
	exec: async (t: ExecutionContext, service: Service) => {
		const {fake, receiver} = await openedFor(t, service, () => service.taken);
		t.deepEqual(await receiver.send([delivery()], signal), {status: 200, error: null});
		const [request] = fake.received;
		service.check(t, request!, request?.headers['content-type'] === 'application/json' ? JSON.parse(request.body) : {}); // one was sent
		const {details} = await receiver.test(signal);
		t.regex(details[0] ?? '', /took a test message/);
		await receiver.send([delivery('https://10.0.0.5/poster.jpg')], signal);
		t.false(fake.received[2]?.body.includes('10.0.0.5'));
	},
	title: (_, service) => `${service.kind} gets a message in its own format, with the poster`,
});

const failing = test.macro({
	exec: async (t: ExecutionContext, service: Service) => {
		let answer: Answered = service.refused;
		const {fake, receiver} = await openedFor(t, service, () => answer);
		const refused = await receiver.send([delivery()], signal);
		t.like(refused, {isRefused: true, status: service.refused.status});
		await t.throwsAsync(receiver.test(signal), {code: 'authentication_failed'});
		answer = {status: 429, headers: {'retry-after': '7'}, body: {}};
		t.like(await receiver.send([delivery()], signal), {isLimit: true, retryAfterSeconds: 7});
		await t.throwsAsync(receiver.test(signal), {code: 'rate_limited'});
		answer = {status: 503, body: {}};
		const failed = await receiver.send([delivery()], signal);
		t.is(failed.isFinal ?? failed.isRefused, undefined);
		t.truthy(failed.error);
		answer = {status: 200, body: {hello: 'world'}};
		if (service.kind !== 'slack') {
			await t.throwsAsync(receiver.test(signal), {code: 'wrong_protocol'});
		}
		answer = {status: 422, body: {}};
		const before = fake.received.length;
		t.like(await receiver.send([delivery()], signal), {isFinal: true});
		t.is(fake.received.length, before + 2, 'the second try has no picture');
	},
	title: (_, service) => `what ${service.kind} answers is told apart: a wrong key, a limit, an outage, another program, a bad message`,
});

for (const service of services) {
	test(formatted, service);
	test(failing, service);
}

const closedPlaces = test.macro(async (t: ExecutionContext, kind: NotificationKind, refused: readonly object[]) => {
	const service = services.find(each => each.kind === kind)!; // it is in the list
	let body: object = {};
	const {fake, receiver} = await openedFor(t, service, () => ({status: 400, body}));
	for (body of refused) {
		fake.received.length = 0;
		t.like(await receiver.send([delivery()], signal), {isRefused: true, isFinal: undefined}, JSON.stringify(body));
		await t.throwsAsync(receiver.test(signal), {code: 'authentication_failed'});
		t.is(fake.received.length, 2, 'without the picture it would be the same');
	}
});
test('a chat where the bot may not write stops the messages instead of losing them', closedPlaces, 'telegram', [
	{ok: false, description: 'Bad Request: not enough rights to send text messages to the chat'},
	{ok: false, description: 'Bad Request: need administrator rights in the channel chat'},
	{ok: false, description: 'Bad Request: have no rights to send a message'},
	{ok: false, description: 'Bad Request: TOPIC_CLOSED'},
]);
test('a forum without a thread, or with one that is closed, stops the messages instead of losing them', closedPlaces, 'discord', [
	{message: 'Webhooks posted to forum channels must have a thread_name or thread_id', code: 220_001},
	{message: 'Thread is archived', code: 50_083},
]);

test('what Apprise passed on to some of its receivers is not sent again, and addresses go along', async t => {
	const apprise = services.find(({kind}) => kind === 'apprise')!; // it is in the list
	const settings = {apiKey: 'tgram://123:abc/45,mailto://a:b@mail.test', to: null};
	const failed = {status: 424, body: {error: 'One or more notification could not be sent'}};
	const {fake, receiver} = await openedFor(t, {...apprise, settings}, () => failed);
	t.like(await receiver.send([delivery()], signal), {isFinal: true});
	t.deepEqual(
		fake.received.map(({path, body}) => [path, JSON.parse(body).urls]),
		[['/notify', settings.apiKey]],
	);
});

test('a chat without photos gets texts', async t => {
	const telegram = services.find(({kind}) => kind === 'telegram')!; // it is in the list
	const description = 'Bad Request: not enough rights to send photos to the chat';
	const {fake, receiver} = await openedFor(t, telegram, ({path}) =>
		path.endsWith('/sendPhoto') ? {status: 400, body: {ok: false, description}} : telegram.taken,
	);
	t.deepEqual(await receiver.send([delivery()], signal), {status: 200, error: null});
	t.deepEqual(
		fake.received.map(({path}) => path.slice(path.lastIndexOf('/') + 1)),
		['sendPhoto', 'sendMessage'],
	);
});

for (const service of services) {
	test(`an address of ${service.kind} that leads to another one is said, and not followed`, async t => {
		const {fake, receiver} = await openedFor(t, service, () => ({status: 302, headers: {location: `${fake.url}/elsewhere?key=secret`}}));
		t.regex((await receiver.send([delivery()], signal)).error ?? '', /leads to another address \(302\)/);
		await t.throwsAsync(receiver.test(signal), {code: 'wrong_protocol', message: /Enter that one/});
		t.false(fake.received.some(({path}) => path.includes('elsewhere')));
	});
}

test('the address of ntfy is that of its server, also where somebody copied the one of the topic', async t => {
	const ntfy = services.find(({kind}) => kind === 'ntfy')!; // it is in the list
	const lost = {status: 404, body: {code: 40_401, http: 404, error: 'page not found'}};
	const answer = ({path}: Received) => (path === '/' ? ntfy.taken : lost);
	for (const path of ['', '/', '/our_films', '/our_films/', '/our_films?auth=1']) {
		const {receiver} = await openedFor(t, {...ntfy, path}, answer);
		t.deepEqual(await receiver.send([delivery()], signal), {status: 200, error: null}, path);
	}
	const {receiver} = await openedFor(t, {...ntfy, path: '/other'}, answer);
	t.like(await receiver.send([delivery()], signal), {isRefused: true}, 'the message waits until the address is right');
});

test('a reason that is long is cut, and no message goes beyond what Telegram takes', async t => {
	const telegram = services.find(({kind}) => kind === 'telegram')!; // it is in the list
	const {fake, receiver} = await openedFor(t, telegram, () => telegram.taken);
	const {message, ...rest} = delivery();
	const {media} = message.data as ImportedData;
	const reason = `Nothing was imported: ${'a sample, '.repeat(200)}`;
	for (const title of ['Salt', 'Salt'.repeat(100)]) {
		const data = {...message.data, media: {...media, title}, stage: 'import', message: reason};
		await receiver.send([{...rest, message: {...message, type: 'failed', data} as Delivery['message']}], signal);
	}
	for (const {body} of fake.received) {
		const text = JSON.parse(body)['caption'].replace(/<\/?b>/g, '');
		t.regex(text, /^Reason: Nothing was imported: a sample/m);
		t.true(text.length <= 1024, String(text.length));
	}
});

test('what Discord does not take is said, also where it only names the part', async t => {
	const discord = services.find(({kind}) => kind === 'discord')!; // it is in the list
	const {receiver} = await openedFor(t, discord, () => ({status: 400, body: {username: ['Must be between 1 and 80 in length.']}}));
	t.regex((await receiver.send([delivery()], signal)).error ?? '', /400: username: Must be between 1 and 80/);
});

test('Telegram says in the body how long to wait, and the bot token shows nowhere', async t => {
	const telegram = services.find(({kind}) => kind === 'telegram')!; // it is in the list
	let answer: Answered = {status: 429, body: {ok: false, parameters: {retry_after: 33}}};
	const {receiver} = await openedFor(t, telegram, () => answer);
	t.like(await receiver.send([delivery()], signal), {retryAfterSeconds: 33});
	const grown = 'Bad Request: group chat was upgraded to a supergroup chat';
	answer = {status: 400, body: {ok: false, description: grown, parameters: {migrate_to_chat_id: -100_123}}};
	const moved = await receiver.send([delivery()], signal);
	t.like(moved, {isRefused: true});
	t.regex(moved.error ?? '', /supergroup chat, with the id -100123\)/);
	answer = {status: 401, body: {ok: false, description: 'Unauthorized: 123456:bot-token-bot-token'}};
	const {error} = await receiver.send([delivery()], signal);
	t.false(error?.includes('bot-token'));
});

test('a key that is refused is not tried again until the settings change, and nothing is lost meanwhile', async t => {
	const world = await createWorld(t, {receivers: {}});
	const gotify = await fakeReceiver(t, () => ({status: 401, body: {error: 'Unauthorized'}}));
	const {id} = await world.add({kind: 'gotify', url: gotify.url, secret: null, apiKey: 'wrong'});
	await world.happens('grabbed');
	await world.tell();
	await world.deliver(id);
	await world.happens('grabbed');
	await world.tell();
	world.pass(24 * 3600);
	await world.deliver(id);
	t.is(gotify.received.length, 1);
	const stored = await world.deps.notifications.get(id);
	t.like(stored, {status: 'error', isRefused: true, enabled: true, disabledUntil: null});
	t.regex(stored.lastError ?? '', /Gotify refuses the key.*until you correct it/);
	gotify.answer = () => ({status: 200, body: {id: 1, appid: 1}});
	await world.deps.notifications.change(stored, {apiKey: 'right'}, world.clock.now);
	await world.deliver(id);
	t.is(gotify.received.length, 3);
	t.like(await world.deps.notifications.get(id), {status: 'ok', isRefused: false});
	t.deepEqual(
		(await world.log(id)).map(({status}) => status),
		['delivered', 'delivered'],
	);
});
