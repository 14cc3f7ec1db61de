import {readCommandLine} from '#shared/start/command-line.ts';
import {call} from './backfill/callers.ts';
import {type Manner, serveSites} from './search/sites.ts';
import {median, openBenchService, verdict} from './service/bench-service.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:search [-- --rounds N]',
	about: 'Measures a search over twenty sites, some of which fail.',
	options: {rounds: {type: 'string', default: '7'}},
});
const rounds = Number(values.rounds);
const indexers = 20;
/** Seconds that an indexer may take. */
const timeoutSeconds = 3;
/** Milliseconds over the slowest answer that is still waited for. */
const maxOver = 150;
const items = 100;

/** The first answers too late, the second with an error, the third with 429; the others take up to 1.6 s. */
const mannerOf = (n: number): Manner =>
	n === 0 ? {kind: 'late'} : n === 1 ? {kind: 'broken'} : n === 2 ? {kind: 'limited'} : {kind: 'well', delayMs: n * 80, items};
const expected = (n: number) => ['timeout', 'error', 'rate_limited'][n] ?? 'ok';

interface Result {
	indexerName: string;
	status: string;
	resultCount: number;
}

const service = await openBenchService(['search']);
const sites = await serveSites(Array.from({length: indexers}, (_none, n) => mannerOf(n)));
try {
	const ids: string[] = [];
	for (const [n, url] of sites.urls.entries()) {
		const record = {name: `Site ${n}`, kind: 'torznab', url, apiKey: 'key', categories: [2000], timeoutSeconds};
		ids.push(String((await call(service.api, 'POST /api/indexers', record))['id']));
	}
	const over: number[] = [];
	const untrue: string[] = [];
	for (let round = -1; round < rounds; round += 1) {
		// The failing ones would rest after their first failure.
		for (const id of ids.slice(0, 3)) {
			await call(service.api, `PUT /api/indexers/${id}`, {enabled: false});
			await call(service.api, `PUT /api/indexers/${id}`, {enabled: true});
		}
		const begun = performance.now();
		const reply = await call(service.api, `GET /api/search?query=quiet+harbour+${round + 1}&limit=100`);
		const took = performance.now() - begun;
		const results = reply['indexerResults'] as Result[];
		const wrong = results.filter(({indexerName, status}) => status !== expected(Number(indexerName.split(' ')[1])));
		if (round >= 0) {
			over.push(took - timeoutSeconds * 1000);
			untrue.push(
				...wrong.map(({indexerName, status}) => `${indexerName}: ${status}`),
				...(results.length === indexers ? [] : [`${results.length} rows`]),
			);
		}
	}
	console.log(
		`${indexers} indexers with ${items} releases each: one is late, one broken, one limits its rate; ${rounds} searches (median)`,
	);
	console.log(
		`over the limit of the slowest: ${Math.round(median(over))} ms (at most ${maxOver}: ${verdict(median(over) <= maxOver)}), longest ${Math.round(Math.max(...over))} ms`,
	);
	console.log(`indexerResults: ${untrue.length === 0 ? 'all true' : `MISSED, ${[...new Set(untrue)].join(', ')}`}`);
} finally {
	await sites.close();
	await service.close();
}
