import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {Unavailable} from '#shared/errors.ts';
import {currentTrace, type Span, spanned, traced} from '#shared/log/log.ts';
import {exportSpans} from '#shared/log/open-telemetry.ts';
import {sendSpans} from '#shared/log/send-spans.ts';
import {collectTraces} from '#test/helpers/trace-collector.ts';

const span = (name: string, more: Partial<Span> = {}): Span => ({name, kind: 'internal', attributes: {}, ...more});

test.serial('spans go to the collector, each below what caused it, also in another process', async t => {
	const {url, spans, way, text} = await collectTraces(t);
	const sending = exportSpans(`${url}/`, 'api');
	const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
	let inJob: string | undefined;
	await traced({requestId: 'one'}, () =>
		spanned(span('request GET', {parent: caller}), async () => {
			const {traceparent, requestId} = currentTrace();
			t.is(requestId, 'one');
			inJob = traceparent;
		}),
	);
	await spanned(span('job searchReleases', {parent: inJob, attributes: {'kinoteka.pool': 'search'}}), async () => {
		await Promise.all([spanned(span('ask torznab'), async () => {}), spanned(span('ask newznab'), async () => {})]);
	});
	await t.throwsAsync(
		spanned(span('job grabRelease', {parent: 'no traceparent'}), () =>
			Promise.reject(new Unavailable('redis_unavailable', 'The title of somebody')),
		),
	);
	t.is(currentTrace().traceparent, undefined);
	await sending.close();
	await spanned(span('after the end'), async () => {});

	const of = (name: string) => spans.find(each => each.name === name);
	t.is(of('request GET')?.parentSpanId, 'b7ad6b7169203331');
	t.deepEqual(
		['ask torznab', 'ask newznab'].map(name => [of(name)?.traceId, ...way(of(name)!)]), // both were sent
		['ask torznab', 'ask newznab'].map(name => ['0af7651916cd43dd8448eb211c80319c', 'request GET', 'job searchReleases', name]),
	);
	t.like(of('job grabRelease'), {status: {code: 2, message: 'redis_unavailable'}});
	t.is(of('job grabRelease')?.parentSpanId, undefined);
	t.is(of('after the end'), undefined);
	t.is(of('request GET')?.service, 'kinoteka-api');
	t.notRegex(text(), /somebody/);
});

test.serial('a collector that does not answer delays nobody', async t => {
	const sending = exportSpans('http://127.0.0.1:9', 'api');
	t.is(await spanned(span('work'), async () => 5), 5);
	await sending.close();
	t.is(await (await sendSpans(null, 'api')).close(), undefined);
});

test('what traces take is loaded by one file, which is loaded for them alone', t => {
	const root = fileURLToPath(new URL('../../..', import.meta.url));
	const files = ['api', 'workers', 'shared', 'config'].flatMap(folder =>
		readdirSync(join(root, folder), {recursive: true, withFileTypes: true})
			.filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
			.map(entry => join(entry.parentPath, entry.name)),
	);
	const having = (pattern: RegExp) => files.filter(file => pattern.test(readFileSync(file, 'utf8'))).map(file => file.slice(root.length));
	t.deepEqual(having(/from '@opentelemetry\//), ['shared/log/open-telemetry.ts']);
	t.deepEqual(having(/from '.*\/open-telemetry\.ts'/), []);
});
