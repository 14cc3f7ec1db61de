import {once} from 'node:events';
import {type AddressInfo, connect, createServer} from 'node:net';
import test from 'ava';
import {mongo} from 'mongoose';
import {type CheckedParts, issuesOf} from '#shared/domain/health.ts';
import {redisRefusal, toUnavailable} from '#shared/server-outage.ts';

test('a write to a connection that MongoDB has just ended is an outage of MongoDB', async t => {
	const server = createServer(socket => socket.end()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => void server.close());
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
	socket.on('error', () => {});
	await once(socket, 'end');
	const error = await new Promise(resolve => socket.write('a command', resolve));
	t.like(error, {code: 'EPIPE'});
	t.like(toUnavailable(error), {code: 'database_unavailable'});
});

test('many writes at once that MongoDB did not answer are an outage, and writes that it refused are none', t => {
	const failure = (error: object) => new mongo.MongoBulkWriteError(error as never, {} as never);
	t.like(toUnavailable(failure(new mongo.MongoNetworkError('read ECONNRESET'))), {code: 'database_unavailable'});
	t.is(toUnavailable(failure({message: 'E11000 duplicate key', code: 11_000, writeErrors: []})), null);
});

test('a Redis that answers but takes no commands says why, and not that it is away', t => {
	const full = 'MISCONF Errors writing to the AOF file: No space left on device';
	const rows = [
		[full, /the disk of its data is full\. Make room/],
		['MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.', /cannot save its data/],
		["OOM command not allowed when used memory > 'maxmemory'.", /its memory is full/],
		['LOADING Redis is loading the dataset in memory', /still loading/],
		["READONLY You can't write against a read only replica.", /is a replica/],
		['Connection is closed.', /does not answer\. Check that it is running/],
	] as const;
	for (const [message, expected] of rows) {
		const failure = toUnavailable(new Error(message));
		t.is(failure?.code, 'redis_unavailable');
		t.regex(failure?.message ?? '', expected);
	}
	const redis = {status: 'unhealthy', refusal: redisRefusal(new Error(full))} as const;
	t.like(issuesOf({database: {status: 'healthy'}, redis, installation: {message: null}} as CheckedParts)[0], {
		code: 'server_down',
		reason: 'Redis takes no commands: the disk of its data is full.',
		remedy: 'Make room; it then goes on by itself.',
	});
});
