import type {ServerResponse} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import type {Clearance} from '#shared/domain/captcha/clearance.ts';
import {account, privateSite, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {indexerDeps, indexerSettings, leavesCookie, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {siteDeps} from '#test/helpers/site-deps.ts';
import type {ChallengeSolver} from '#workers/integrations/indexers/challenge-solver.ts';
import {downloadFromSite} from '#workers/integrations/indexers/definition/download-from-site.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';

const {signal} = new AbortController();

/** A site that shows a challenge at each path until the browser has passed it there, and when it likes once more. */
async function withGate(t: ExecutionContext) {
	const site = await privateSite(t);
	let pass = 0;
	const challenged: string[] = [];
	const gate = {
		challenged,
		/** From now on everybody is asked again. */
		close: () => {
			pass += 1;
		},
		/** At each of these paths the gate closes once. */
		closesAt: new Set<string>(),
	};
	site.answer = ({path, headers}, response: ServerResponse) => {
		if (gate.closesAt.delete(path)) {
			gate.close();
		}
		if ((headers.cookie ?? '').includes(`gate=${pass};`) || (headers.cookie ?? '').endsWith(`gate=${pass}`)) {
			return false;
		}
		challenged.push(path);
		const page = '<html><head><title>Just a moment...</title></head></html>';
		response.writeHead(503, {server: 'cloudflare', 'content-type': 'text/html'}).end(page);
		return true;
	};
	let remembered: Clearance | null = null;
	const solver: ChallengeSolver = {
		remembered: async () => remembered,
		solve: async (...asked) => {
			remembered = await leavesCookie('gate', String(pass)).solve(...asked);
			return remembered;
		},
	};
	const deps = indexerDeps(t, {solver, sites: await siteDeps(t, {meadow: siteDefinition(site.url)})});
	const settings = indexerSettings({kind: 'definition', url: site.url, definition: 'meadow', settings: account, captcha: true});
	return {site, gate, deps, settings, indexer: openIndexer(settings, deps)};
}

test('the solver is below the page of the login, the login, where that leads, the search and the download', async t => {
	const {gate, deps, settings, indexer, site} = await withGate(t);
	gate.closesAt = new Set(['/enter', '/take-login', '/index', '/list']);
	t.is((await indexer.search(movieSearch(), signal)).length, 1);
	t.deepEqual(gate.challenged, ['/enter', '/take-login', '/index', '/list']);
	gate.closesAt = new Set(['/file']);
	const file = await downloadFromSite(`${site.url}/file?id=1`, settings, deps, signal);
	t.is(typeof file === 'string' ? null : file.headers['content-type'], 'application/x-bittorrent');
	t.is(gate.challenged.at(-1), '/file');
});

test('a login in the middle of a search passes the challenge, too', async t => {
	const {gate, indexer, site} = await withGate(t);
	await indexer.search(movieSearch(), signal);
	site.forgetAll();
	gate.challenged.length = 0;
	gate.closesAt = new Set(['/list', '/enter', '/take-login']);
	t.is((await indexer.search(movieSearch(), signal)).length, 1);
	t.deepEqual(gate.challenged, ['/list', '/enter', '/take-login']);
	t.is(site.paths().at(-1), '/list');
});
