import test from 'ava';
import {Conflict, fromWireFailure, NotFound, toWireFailure} from '#shared/errors.ts';
import {refuse} from '#workers/import/refusal.ts';

test('a failure of a pool arrives as the failure that it is a kind of', t => {
	const refusal = refuse('Film', {code: 'path_unknown', message: 'Nobody knows where it is.'});
	const arrived = fromWireFailure(toWireFailure(refusal));
	t.true(arrived instanceof Conflict);
	t.like(arrived, {code: 'path_unknown', message: 'Nobody knows where it is.'});
	t.true(fromWireFailure(toWireFailure(new NotFound('none', 'None.'))) instanceof NotFound);
	t.like(toWireFailure(new Error('secret')), {kind: 'Unavailable', code: 'internal_error'});
});
