import {once} from 'node:events';
import {PassThrough} from 'node:stream';
import test from 'ava';
import {openBrowserPipe} from '#workers/integrations/browser/browser-pipe.ts';

function opened() {
	const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
	const transport = openBrowserPipe(toBrowser, fromBrowser);
	const messages: string[] = [];
	transport.onmessage = message => messages.push(message);
	return {toBrowser, fromBrowser, transport, messages};
}

/** Messages are handed on one at a time, each in a turn of its own. */
async function written(stream: PassThrough, ...parts: (string | Buffer)[]): Promise<void> {
	for (const part of parts) {
		stream.write(part);
	}
	await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
}

test('messages are told from each other by their zero bytes, wherever the pipe divides them', async t => {
	const {fromBrowser, messages} = opened();
	await written(fromBrowser, '{"id":1}\0{"method":"a"', '}\0', '{"id"', ':2}\0');
	t.deepEqual(messages, ['{"id":1}', '{"method":"a"}', '{"id":2}']);
});

test('a page that has its browser tell a hundred megabytes is not heard, and what comes behind is', async t => {
	const {fromBrowser, messages} = opened();
	const chunk = Buffer.alloc(4 * 1024 * 1024, 'x');
	await written(fromBrowser, '{"method":"', ...Array.from({length: 25}, () => chunk), '"}\0{"id":3}\0');
	t.deepEqual(messages, ['{"id":3}']);
});

test('an answer may be larger than what nobody asked for', async t => {
	const {fromBrowser, messages} = opened();
	const two = 'x'.repeat(2 * 1024 * 1024);
	await written(fromBrowser, `{"id":1,"result":"${two}"}\0`, `{"method":"${two}"}\0`);
	t.is(messages.length, 1);
	t.true(messages[0]?.startsWith('{"id":1'));
});

test('what we say ends with a zero byte, and the end of the browser is reported', async t => {
	const {toBrowser, fromBrowser, transport} = opened();
	transport.send('{"id":1}');
	t.is(String((await once(toBrowser, 'data'))[0]), '{"id":1}\0');
	const closed = new Promise<void>(resolve => {
		transport.onclose = resolve;
	});
	fromBrowser.destroy();
	await closed;
	t.pass();
});
