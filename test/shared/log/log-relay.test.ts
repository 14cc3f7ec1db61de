import test from 'ava';
import {logsStream} from '#shared/events/logs.ts';
import type {StreamEvent} from '#shared/events/stream.ts';
import {createLog} from '#shared/log/log.ts';
import {createLogRelay} from '#shared/log/log-relay.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

test('log lines reach the log stream as entries, with secrets masked, once there is a connection', async t => {
	const {events, producer} = await withRedisClients(t);
	const relay = createLogRelay();
	const log = createLog({level: 'warn', source: 'test', outputs: [relay.output]});
	log.warn('before any connection');
	const heard = Promise.withResolvers<StreamEvent>();
	events.subscribe(logsStream, heard.resolve);
	await events.listening(logsStream);
	await producer.ping();
	relay.attach(events, producer);
	log.info('too low');
	log.warn({err: new Error('GET http://x.test/?apikey=tell-nobody failed')}, 'It failed');
	const {event, data} = await heard.promise;
	t.is(event, 'log');
	t.like(data as object, {level: 'warn', source: 'test', message: 'It failed: GET http://x.test/… failed'});
	t.regex((data as {timestamp: string}).timestamp, /Z$/);
});
