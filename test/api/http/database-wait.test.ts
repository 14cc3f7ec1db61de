import test from 'ava';
import type {Request, Response} from 'express';
import {createDatabaseWait} from '#api/http/event-streams.ts';

test('a stream that is asked for during the start waits for the database, and never again', async t => {
	const connection: {readyState: 0 | 1 | 2} = {readyState: 2};
	const wait = createDatabaseWait(connection as unknown as Parameters<typeof createDatabaseWait>[0]);
	const reported: string[] = [];
	const ask = (name: string, destroyed = false) => wait({} as Request, {destroyed} as Response, () => reported.push(name));
	const early = ask('early');
	await ask('gone', true);
	t.deepEqual(reported, ['gone']);
	connection.readyState = 1;
	await early;
	t.deepEqual(reported, ['gone', 'early']);
	connection.readyState = 0;
	await ask('later');
	t.deepEqual(reported, ['gone', 'early', 'later']);
});
