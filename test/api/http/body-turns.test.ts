import test from 'ava';
import type {Request, Response} from 'express';
import {bodyTurnOf, createBodyTurns} from '#api/http/body.ts';
import {TooMany} from '#shared/errors.ts';

const mebi = 1024 * 1024;

function turnsOf(...addresses: string[]) {
	const attach = createBodyTurns();
	return addresses.map(ip => {
		const response = {locals: {}} as Response; // no other member is read
		attach({ip} as Request, response, () => {});
		return bodyTurnOf(response);
	});
}

test('a large body waits until others had their time after the one before', async t => {
	const [first, second] = turnsOf('192.0.2.1', '192.0.2.2');
	await first?.(mebi);
	const begun = performance.now();
	await second?.(mebi);
	t.true(performance.now() - begun > 200);
});

test('a small one does not wait', async t => {
	const [turn] = turnsOf('192.0.2.1');
	const large = [turn?.(mebi), turn?.(mebi)];
	await turn?.(8 * 1024);
	t.is(await Promise.race([Promise.all(large).then(() => 'both large ones are done'), 'not yet']), 'not yet');
	await Promise.all(large);
});

test('a caller with too many at once is refused, and others are not', async t => {
	const [turn, other] = turnsOf('192.0.2.1', '192.0.2.2');
	// The first of them does not wait.
	const taken = [1, 2, 3, 4, 5].map(() => turn?.(9000));
	await t.throwsAsync(async () => turn?.(9000), {instanceOf: TooMany, message: /one after another/});
	await t.notThrowsAsync(async () => other?.(9000));
	await Promise.all(taken);
	await t.notThrowsAsync(async () => turn?.(9000));
});
