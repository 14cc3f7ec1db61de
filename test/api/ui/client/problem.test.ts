import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {Problem} = await pageModule('client/problem.ts');
const problem = new Problem({
	status: 400,
	code: 'invalid',
	detail: 'Two fields are wrong.',
	errors: [
		{path: 'items[0].quality', message: 'items[0].quality is unknown'},
		{path: 'urlBase', message: 'urlBase is not allowed'},
	],
});

test('a fault stands at its field, also that of a part of the field', t => {
	t.is(problem.of('items'), 'items[0].quality is unknown');
	t.is(problem.of('url'), '');
});

test('what no field of the form shows is shown by itself', t => {
	t.true(problem.isBeyond(['items', 'url']));
	t.false(problem.isBeyond(['items', 'urlBase']));
	t.true(new Problem({status: 409, code: 'taken', detail: 'It is taken.'}).isBeyond(['items']));
});
