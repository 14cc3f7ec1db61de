import {PassThrough} from 'node:stream';
import test from 'ava';
import type {Response} from 'express';
import {createStreamClient, toFrame} from '#api/http/stream-client.ts';

test('a client that wants few events learns with the heartbeat up to which one it misses nothing', t => {
	const response = new PassThrough();
	const client = createStreamClient(response as unknown as Response, ({event}) => event === 'wanted'); // it writes, and looks at the backlog
	const receive = (...received: [id: string, event: string][]) => {
		const events = received.map(([id, event]) => toFrame({id, event, data: {}}));
		client.receive({events, whole: Buffer.from(events.map(({text}) => text).join(''))});
	};
	const read = () => String(response.read() ?? '');
	client.beat();
	t.is(read(), ': still here\n\n');
	receive(['6-0', 'other']);
	client.release({events: [toFrame({id: '5-0', event: 'other', data: {}})], lastId: '4-0', isContinued: true});
	client.beat();
	t.is(read(), ': still here\nid: 6-0\n\n');
	client.beat();
	t.is(read(), ': still here\n\n');
	receive(['7-0', 'other'], ['8-0', 'wanted']);
	t.is(read(), 'id: 8-0\nevent: wanted\ndata: {}\n\n');
	client.beat();
	t.is(read(), ': still here\n\n');
	receive(['9-0', 'wanted'], ['10-0', 'other']);
	read();
	client.beat();
	t.is(read(), ': still here\nid: 10-0\n\n');
});
