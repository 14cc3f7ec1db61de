import test from 'ava';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {fakeReceiver} from '#test/helpers/fakes/fake-receiver.ts';
import {torrentLine} from '#test/helpers/grab-line.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleTestConnection} from '#workers/connections/test-connection.ts';
import {stopReason} from '#workers/runtime/handler.ts';

type Line = Awaited<ReturnType<typeof torrentLine>>;

const testIndexer = ({deps, run, indexer}: Line, settings: object, signal = run().signal) =>
	handleTestConnection(
		{family: 'indexer', sealed: sealPayload({name: 'test-connection'}, {...indexer, ...settings}, deps.secrets), recordId: indexer.id},
		deps,
		{...run(), signal},
	);

test('a test that was stopped, or whose budget is used up, says nothing about the indexer', async t => {
	const line = await torrentLine(t);
	const {deps, indexer} = line;
	const health = async () => {
		const {status, lastError} = await deps.indexers.get(indexer.id);
		return {status, lastError};
	};
	const before = await health();
	await t.throwsAsync(testIndexer(line, {}, AbortSignal.abort(stopReason)));
	t.deepEqual(await health(), before);
	await t.throwsAsync(testIndexer(line, {queryLimit: 0}), {message: /used up/});
	t.deepEqual(await health(), before);
	await t.throwsAsync(testIndexer(line, {url: 'http://127.0.0.1:9'}));
	t.is((await health()).status, 'error');
});

test('a test of a disabled notification leaves it disabled', async t => {
	const {add, deps, run} = await createWorld(t, {receivers: {}});
	const receiver = await fakeReceiver(t);
	const stored = await add({url: receiver.url, enabled: false});
	const sealed = sealPayload({name: 'test-connection'}, stored, deps.secrets);
	await handleTestConnection({family: 'notification', sealed, recordId: stored.id}, deps, run());
	t.is(receiver.received.length, 1);
	t.like(await deps.notifications.get(stored.id), {status: 'disabled', enabled: false});
});
