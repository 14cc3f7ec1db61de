import {EventEmitter} from 'node:events';
import test from 'ava';
import type {Request, Response} from 'express';
import type {Caller} from '#api/http/access/callers.ts';
import {createStreamSlots} from '#api/http/event-streams.ts';

const taken = {code: 'too_many_streams'};

/** What a place needs of a request. */
function stream(ip: string, caller: Caller | null = null): [Request, Response] {
	const response = Object.assign(new EventEmitter(), {locals: {caller}, destroyed: false});
	return [{ip} as Request, response as unknown as Response];
}

test('strangers from many addresses leave places to those with credentials', async t => {
	const slots = createStreamSlots({maxPerCaller: () => 10, maxStreams: 8});
	const key = (id: string): Caller => ({kind: 'key', key: {id, name: id, type: 'main'}});
	const held = Array.from({length: 6}, (_, n) => stream(`192.0.2.${n}`));
	for (const each of held) {
		await slots.take(...each);
	}
	await t.throwsAsync(slots.take(...stream('192.0.2.99')), taken);
	await slots.take(...stream('192.0.2.99', key('a')));
	await slots.take(...stream('192.0.2.99', key('b')));
	await t.throwsAsync(slots.take(...stream('192.0.2.99', key('c'))), taken);
	held[0]?.[1].emit('close');
	await slots.take(...stream('192.0.2.99'));
	await t.throwsAsync(slots.take(...stream('192.0.2.98')), taken);
});
