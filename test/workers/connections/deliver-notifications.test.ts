import test from 'ava';
import {Webhook} from 'standardwebhooks';
import {fakeReceiver} from '#test/helpers/fakes/fake-receiver.ts';
import {signingSecret} from '#test/helpers/world/receivers.ts';
import {createWorld} from '#test/helpers/world.ts';
import {notifyEvents} from '#workers/executions/notify-events.ts';

test('a webhook is signed, says what happened, and is noted as delivered', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t);
	const {id} = await world.add({url: `${receiver.url}/hook`});
	world.clock.now = new Date();
	await world.happens('grabbed', {size: 1000, protocol: 'torrent', guid: 'http://indexer.test/secret'});
	await world.tell();
	await world.deliver(id);
	const [sent, ...more] = receiver.received;
	t.is(more.length, 0);
	const message = new Webhook(signingSecret).verify(sent?.body ?? '', sent?.headers ?? {});
	t.like(message, {
		type: 'grabbed',
		timestamp: world.clock.now.toISOString(),
		data: {
			media: {type: 'movie', id: world.movie.id, title: 'The Quiet Harbour', year: 2019, tmdbId: 4711, episodes: []},
			quality: 'WEBDL-1080p',
			size: 1000,
			protocol: 'torrent',
			indexer: 'Test indexer',
		},
	});
	t.false(sent?.body.includes('indexer.test'));
	const [delivery] = await world.log(id);
	t.like(delivery, {event: 'grabbed', status: 'delivered', tries: 1, responseStatus: 204, error: null, nextTryAt: null});
	t.is(sent?.headers['webhook-id'], `msg_${delivery?.id.replaceAll('-', '')}`);
	await world.deliver(id);
	t.is(receiver.received.length, 1);
});

test('a failed webhook is tried again with the same id after growing waits, and given up after about a day', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t, () => ({status: 500}));
	const {id} = await world.add({url: receiver.url});
	await world.happens('imported', {path: '/films/a.mkv', size: 5});
	await world.tell();
	const begin = Number(world.clock.now);
	const waits: number[] = [];
	for (let tries = 0; tries < 30; tries += 1) {
		await world.deliver(id);
		const [delivery] = await world.log(id);
		if (delivery?.status !== 'pending') {
			break;
		}
		const seconds = (Number(delivery.nextTryAt) - Number(world.clock.now)) / 1000;
		waits.push(seconds);
		world.pass(seconds);
	}
	t.deepEqual(waits.slice(0, 6), [5, 60, 300, 1800, 3600, 7200]);
	const hours = (Number(world.clock.now) - begin) / 3_600_000;
	t.true(hours >= 24 && hours <= 36, String(hours));
	t.is(new Set(receiver.received.map(({headers}) => headers['webhook-id'])).size, 1);
	t.like((await world.log(id))[0], {status: 'failed', responseStatus: 500, nextTryAt: null});
	t.like(await world.deps.notifications.get(id), {status: 'error', enabled: true});

	receiver.answer = () => ({status: 200});
	await world.deps.notifications.setHealth(id, {disabledUntil: null});
	const [failed] = await world.log(id);
	await world.deps.deliveries.replay(failed?.id ?? '', world.clock.now);
	await world.deliver(id);
	t.like((await world.log(id))[0], {status: 'delivered', tries: 1, id: failed?.id});
	t.is(new Set(receiver.received.map(({headers}) => headers['webhook-id'])).size, 1);
	t.like(await world.deps.notifications.get(id), {status: 'ok', lastError: null, failures: 0});
});

test('410 disables a notification, redirects are not followed, and what the receiver asks for is waited', async t => {
	const world = await createWorld(t, {receivers: {}});
	const target = await fakeReceiver(t);
	const receiver = await fakeReceiver(t, () => ({status: 307, headers: {location: target.url}}));
	const {id} = await world.add({url: receiver.url});
	await world.happens('grabbed');
	await world.tell();
	await world.deliver(id);
	t.like((await world.log(id))[0], {status: 'pending', responseStatus: 307});
	t.is(target.received.length, 0);

	world.pass(60);
	receiver.answer = () => ({status: 429, headers: {'retry-after': '900'}});
	await world.deliver(id);
	t.is(Number((await world.log(id))[0]?.nextTryAt) - Number(world.clock.now), 900_000);

	world.pass(900);
	receiver.answer = () => ({status: 410});
	await world.deliver(id);
	t.like((await world.log(id))[0], {status: 'failed', responseStatus: 410});
	t.like(await world.deps.notifications.get(id), {enabled: false, status: 'disabled'});
	await world.happens('grabbed');
	await world.tell();
	t.is((await world.log(id)).length, 1);
});

test('what a receiver asks for holds for all that waits for it', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t, () => ({status: 429, headers: {'retry-after': '600'}}));
	const {id} = await world.add({url: receiver.url});
	await world.happens('grabbed');
	await world.happens('grabbed');
	await world.tell();
	await world.deliver(id);
	world.pass(599);
	await world.deliver(id);
	t.is(receiver.received.length, 1);
	receiver.answer = () => ({status: 204});
	world.pass(2);
	await world.deliver(id);
	t.is(receiver.received.length, 3);
});

test('a burst of events is noted in few steps, so that its first messages do not wait for the last', async t => {
	const world = await createWorld(t, {receivers: {}});
	for (let receiver = 0; receiver < 3; receiver += 1) {
		await world.add({});
	}
	for (let event = 0; event < 150; event += 1) {
		await world.happens('imported', {path: `/films/${event}.mkv`});
	}
	let writes = 0;
	const add: typeof world.deps.deliveries.add = async (...given) => {
		writes += 1;
		return world.deps.deliveries.add(...given);
	};
	await notifyEvents({...world.deps, deliveries: {...world.deps.deliveries, add}});
	t.is(writes, 2);
	for (const {id} of await world.deps.notifications.list()) {
		t.is((await world.deps.deliveries.page({notificationId: id, page: 1, limit: 1})).total, 150);
	}
});

test('events are reported in the order in which they happened', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t);
	const {id} = await world.add({url: receiver.url});
	const paths = Array.from({length: 20}, (_, event) => `/films/${event}.mkv`);
	for (const path of paths) {
		await world.happens('imported', {path});
		world.pass(1);
	}
	await world.tell();
	await world.deliver(id);
	t.deepEqual(
		receiver.received.map(({body}) => JSON.parse(body).data.path),
		paths,
	);
});

const typesOf = (received: readonly {body: string}[]) => received.map(({body}) => JSON.parse(body).type as string);

test('after an outage of a receiver, what failed comes before what happened after it', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t, () => ({status: 503}));
	const {id} = await world.add({url: receiver.url});
	await world.happens('imported', {path: '/films/a.mkv', size: 5});
	await world.tell();
	await world.deliver(id);
	world.pass(6);
	await world.deliver(id);
	world.pass(4);
	await world.happens('fileDeleted', {path: '/films/a.mkv', reason: 'deleted'});
	await world.tell();
	receiver.answer = () => ({status: 204});
	receiver.received = [];
	world.pass(10); // the pause of the receiver is over, the wait of the first message is not
	await world.deliver(id);
	t.deepEqual(typesOf(receiver.received), ['imported', 'deleted']);
});

test('after an outage of hours everything comes in its order', async t => {
	const world = await createWorld(t, {receivers: {}});
	let isAway = true;
	const receiver = await fakeReceiver(t, () => ({status: isAway ? 503 : 204}));
	const {id} = await world.add({url: receiver.url});
	const paths = Array.from({length: 30}, (_, event) => `/films/${event}.mkv`);
	for (const path of paths) {
		await world.happens('imported', {path});
		await world.tell();
		await world.deliver(id);
		world.pass(600);
	}
	isAway = false;
	receiver.received = [];
	await world.happens('grabbed');
	await world.tell();
	world.pass(600);
	await world.deliver(id);
	const sent = receiver.received.map(({body}) => JSON.parse(body).data.path as string | undefined);
	t.deepEqual(sent, [...paths, undefined]);
});

test('a message that the receiver refuses, while it takes others, holds them for some tries only', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t, ({body}) => ({status: body.includes('bad.mkv') ? 500 : 204}));
	const {id} = await world.add({url: receiver.url});
	await world.happens('imported', {path: '/films/bad.mkv'});
	await world.happens('imported', {path: '/films/good.mkv'});
	await world.tell();
	const delivered = async () => (await world.log(id)).filter(({status}) => status === 'delivered').length;
	let tries = 0;
	for (; tries < 20 && (await delivered()) === 0; tries += 1) {
		await world.deliver(id);
		world.pass(3600);
	}
	t.is(tries, 6);
	await world.happens('grabbed');
	await world.tell();
	receiver.received = [];
	await world.deliver(id);
	t.deepEqual(typesOf(receiver.received), ['grabbed']);
	t.is(await delivered(), 2);
	t.like(await world.deps.notifications.get(id), {enabled: true});
});

test('two workers with the same job send each message once', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t);
	const {id} = await world.add({url: receiver.url});
	for (let count = 0; count < 20; count += 1) {
		await world.happens('grabbed', {number: count});
	}
	await world.tell();
	await Promise.all([world.deliver(id), world.deliver(id), world.deliver(id)]);
	await world.deliver(id);
	t.is(receiver.received.length, 20);
});

test('messages that wait are not given up for a log of others, and only the newest of each kind are kept', async t => {
	const world = await createWorld(t, {receivers: {}});
	const {id} = await world.add({});
	for (let event = 0; event < 5; event += 1) {
		await world.happens('imported', {path: `/films/${event}.mkv`});
		await world.tell();
		world.pass(1);
	}
	const paths = async () => (await world.log(id)).map(({message}) => message.type === 'imported' && message.data.path);
	t.is(await world.deps.deliveries.removeSurplus(id, {pending: 5, delivered: 0, failed: 0}), 0);
	t.is((await paths()).length, 5);
	const [newest] = await world.log(id);
	await world.deps.deliveries.noteTried(newest!, {responseStatus: 200, error: null}, world.clock.now); // five are there
	t.is(await world.deps.deliveries.removeSurplus(id, {pending: 2, delivered: 1, failed: 0}), 2);
	t.deepEqual(await paths(), ['/films/4.mkv', '/films/3.mkv', '/films/2.mkv']);
	t.is(await world.deps.deliveries.removeSurplus(id, {pending: 2, delivered: 0, failed: 0}), 0);
	t.deepEqual(await paths(), ['/films/3.mkv', '/films/2.mkv']);
});

test('a dead receiver is paused, and the others get their messages', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t);
	const dead = await world.add({});
	const alive = await world.add({url: receiver.url});
	for (let event = 0; event < 5; event += 1) {
		await world.happens('grabbed');
	}
	await world.tell();
	await world.deliver(dead.id);
	await world.deliver(alive.id);
	t.is(receiver.received.length, 5);
	const tried = (await world.log(dead.id)).filter(({tries}) => tries > 0);
	t.is(tried.length, 1);
	t.like(await world.deps.notifications.get(dead.id), {status: 'error', failures: 1});
	await world.deliver(dead.id);
	t.is((await world.deps.notifications.get(dead.id)).failures, 1);
	world.pass(6);
	await world.deliver(dead.id);
	t.is((await world.deps.notifications.get(dead.id)).failures, 2);
});

test('a reply that is too long counts as a failure', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t, () => ({status: 200, body: 'x'.repeat(200_000)}));
	const {id} = await world.add({url: receiver.url});
	await world.happens('grabbed');
	await world.tell();
	await world.deliver(id);
	t.like((await world.log(id))[0], {status: 'pending', responseStatus: null});
});

test('whoever dies at any step is followed by somebody who loses nothing and doubles only under the same id', async t => {
	const world = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t);
	for (let step = 0; step < 60; step += 1) {
		receiver.received.length = 0;
		const {id} = await world.add({url: receiver.url});
		await world.happens('grabbed');
		await world.happens('imported', {path: '/films/a.mkv'});
		const life = {left: step, died: false};
		const mortal = {...world.deps};
		for (const name of ['history', 'deliveries', 'notifications'] as const) {
			Object.assign(mortal, {[name]: mayDie(world.deps[name], life)});
		}
		for (const deps of [mortal, world.deps]) {
			await notifyEvents(deps)
				.then(() => world.deliver(id, deps))
				.catch(() => {});
		}
		const ids = receiver.received.map(({headers}) => headers['webhook-id']);
		t.is(new Set(ids).size, 2, `step ${step}`);
		t.deepEqual(
			(await world.log(id)).map(({status}) => status),
			['delivered', 'delivered'],
		);
		t.is((await world.deps.history.unnotified(10)).length, 0);
		await world.deps.notifications.remove(id);
		if (!life.died) {
			t.true(step > 10);
			return;
		}
	}
	t.fail('The work never ended.');
});

/** Every call may be the last thing that the process does: it dies before the call, or after it without noticing. */
function mayDie<Store extends object>(store: Store, life: {left: number; died: boolean}): Store {
	const die = () => {
		life.died = true;
		throw new Error('killed');
	};
	return new Proxy(store, {
		get(target, name) {
			const found = Reflect.get(target, name);
			return typeof found === 'function'
				? async (...given: unknown[]) => {
						if (life.left-- <= 0) {
							die();
						}
						const result = await found.apply(target, given);
						if (life.left-- <= 0) {
							die();
						}
						return result;
					}
				: found;
		},
	});
}
