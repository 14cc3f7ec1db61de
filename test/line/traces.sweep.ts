import test from 'ava';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, follow, grab, isImported, search} from '#test/helpers/line/steps.ts';
import {collectTraces} from '#test/helpers/trace-collector.ts';
import {until} from '#test/helpers/until.ts';

const bunny = 10378;

test('a request, its jobs, and what these ask of indexers, clients and disks are one trace, without titles and keys', async t => {
	const traces = await collectTraces(t);
	const line = await startLine(t, {variables: {OTEL_EXPORTER_OTLP_ENDPOINT: traces.url}});
	const movie = await addMovie(line, bunny);
	const [release] = await search(line, movie.id);
	const queueId = await grab(line, movie.id, release?.title ?? '');
	await follow(line, queueId, isImported);
	await line.api.get('/api/disk-space');

	const ways = () => traces.spans.map(span => traces.way(span).join(' > '));
	for (const wanted of [
		'request GET > job search-releases > ask torznab > HTTP GET',
		'request POST > job grab-release > job add-torrent',
		'request GET > job read-folder-state',
		'job import-download > place file',
	]) {
		await until(() => ways().some(way => way.endsWith(wanted)));
	}
	t.log([...new Set(ways())].sort().join('\n'));
	t.deepEqual([...new Set(traces.spans.map(({service}) => service))].sort(), ['kinoteka-api', 'kinoteka-worker-several']);
	t.notRegex(traces.text(), /bunny|big.buck/i);
	const {apiKey} = line.world.indexer;
	t.false(traces.text().includes(apiKey) || traces.text().includes(line.access.apiKey));
	t.false(traces.text().includes(line.library) || traces.text().includes(line.world.indexer.url));
});
