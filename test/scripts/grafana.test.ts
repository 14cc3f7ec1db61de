import test from 'ava';
import {counterNames} from '#shared/counters.ts';
import {namesIn, readAlerts, readQueries} from '#test/helpers/dashboard.ts';
import {countEverything} from '#test/helpers/every-metric.ts';
import {serve} from '#test/helpers/serve.ts';

/** Labels that Prometheus itself adds. */
const added = ['instance', 'job'];

test('dashboard and alerts ask only for metrics and labels that the service has', async t => {
	const served = await serve(t);
	await countEverything(served);
	const response = await fetch(`${served.url}/metrics`, {headers: await served.headersOf('admin')});
	await response.text(); // the figures of Node begin with the first scrape
	const text = await (await fetch(`${served.url}/metrics`, {headers: await served.headersOf('admin')})).text();
	const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
	const labelsOf = (metric: string) => {
		const own = lines.filter(line => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
		return own.length === 0 ? null : new Set([...added, ...own.flatMap(line => [...line.matchAll(/(\w+)="/g)].map(([, label]) => label))]);
	};
	t.true(readQueries().length >= 15);
	t.true(readAlerts().length >= 9);
	for (const query of [...readQueries(), ...readAlerts().filter(({expr}) => !expr.startsWith('up'))]) {
		const {metrics, labels} = namesIn(query);
		t.true(metrics.length > 0, query.expr);
		for (const metric of metrics) {
			const known = labelsOf(metric);
			t.not(known, null, `${query.panel}: ${metric} is not exported`);
			t.deepEqual(
				labels.filter(label => !known?.has(label)),
				[],
				`${query.panel}: ${metric} has no such label`,
			);
		}
	}
});

test('figures that every API process tells alike are counted once', t => {
	const shared = ['queue_jobs', ...counterNames].join('|');
	for (const {panel, expr} of [...readQueries(), ...readAlerts()]) {
		const all = [...expr.matchAll(new RegExp(`kinoteka_(?:${shared})\\b`, 'g'))].length;
		const once = [...expr.matchAll(new RegExp(`max without \\(instance\\) \\((?:(?:rate|increase)\\()?kinoteka_(?:${shared})\\b`, 'g'))]
			.length;
		t.is(once, all, panel);
	}
});
