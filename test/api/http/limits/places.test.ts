import test from 'ava';
import {serve} from '#test/helpers/serve.ts';

test('requests of one caller beyond a few wait for each other, and nobody else does', async t => {
	const entered: string[] = [];
	const gate = Promise.withResolvers<void>();
	const {call, deps, url, headersOf} = await serve(t);
	const {list} = deps.customFormats;
	let hold = true;
	Object.assign(deps.customFormats, {
		list: async () => {
			entered.push('custom formats');
			await (hold && gate.promise);
			return list();
		},
	});
	const headers = await headersOf('streaming');
	const greedy = Array.from({length: 30}, () => fetch(`${url}/api/custom-formats`, {headers}));
	while (entered.length < 8) {
		await new Promise(setImmediate);
	}
	t.is((await call('GET /api/release-profiles')).status, 200);
	t.is(entered.length, 8);
	hold = false;
	gate.resolve();
	t.deepEqual([...new Set((await Promise.all(greedy)).map(({status}) => status))], [200]);
});
