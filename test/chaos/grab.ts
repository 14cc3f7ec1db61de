import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ClientsReply} from '#scripts/demo/replies.ts';
import type {SandboxServer} from '#scripts/demo/sandbox/serve.ts';
import {openTestServices} from '#scripts/test/services.ts';
import type {Chaos, ChaosOptions} from './chaos.ts';
import {callAll} from './grab/callers.ts';
import type {ChaosClient} from './grab/chaos-client.ts';
import {isUnclear, judgeGrabs, readItems} from './grab/judge.ts';
import {createMood} from './grab/mood.ts';
import {makeOffers, type Offer} from './grab/offers.ts';
import {openQbittorrent} from './grab/qbittorrent.ts';
import {openSabnzbd} from './grab/sabnzbd.ts';
import {addMovies, type GrabService, startGrabService} from './grab/service.ts';
import {openSite} from './grab/site.ts';
import {makeTrouble} from './grab/trouble.ts';
import {startThreeNodes, type ThreeNodes} from './stage/three-nodes.ts';
import {until} from './world/until.ts';

const usualGrabs = 1000;
/** Milliseconds in which every grab without a clear answer must be settled once the trouble is over. */
const settleLimitMs = 300_000;
/** Milliseconds: what is unclear for a moment only is asked for again. */
const calmMs = 3000;

/**
 * 1,000 grabs by eight callers, while grab workers are killed and MongoDB changes its primary. Each 201 must be true,
 * each release in its client exactly once, and nothing in a client unknown to the queue.
 */
export const chaosGrab: Chaos = async options => {
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-chaos-grab-'));
	const nodes = await startThreeNodes(folder, options.reporter);
	const services = await openTestServices({...process.env, TEST_MONGODB_URI: nodes.uri}, options.reporter);
	const offers = makeOffers(options.rounds ?? usualGrabs);
	const mood = createMood(options.seed);
	const clients = {torrent: await openQbittorrent(offers, mood), usenet: await openSabnzbd(mood)};
	const sites = {torrent: await openSite(ofProtocol(offers, 'torrent')), usenet: await openSite(ofProtocol(offers, 'usenet'))};
	try {
		const service = await startGrabService({mongodbUri: nodes.uri, redisUrl: services.env['TEST_REDIS_URL'] ?? '', folder});
		try {
			return await grabAll({...options, folder, nodes, service, offers, clients, sites, mood});
		} finally {
			await service.close();
		}
	} finally {
		await Promise.all([...Object.values(clients), ...Object.values(sites)].map(server => server.close()));
		await services.close();
		await nodes.close();
		rmSync(folder, {recursive: true, force: true});
	}
};

interface Stage extends ChaosOptions {
	folder: string;
	nodes: ThreeNodes;
	service: GrabService;
	offers: readonly Offer[];
	clients: Record<Offer['protocol'], ChaosClient>;
	sites: Record<Offer['protocol'], SandboxServer>;
	mood: ReturnType<typeof createMood>;
}

async function grabAll(stage: Stage): ReturnType<Chaos> {
	const {service, offers, clients, nodes, seed, reporter, mood} = stage;
	const {api, database} = service;
	const indexers = await setUp(stage);
	const movieIds = await addMovies(offers.length, database, stage.folder);
	const begun = performance.now();
	const begunAt = new Date();
	const trouble = makeTrouble(seed, service, nodes);
	let done = 0;
	const refusals = new Map<string, number>();
	const called = await callAll(offers, {
		api,
		indexers,
		movieIds,
		onEach({reported}) {
			done += 1;
			for (const {status, code} of reported.filter(each => each.status !== 201)) {
				refusals.set(`${status} ${code}`, (refusals.get(`${status} ${code}`) ?? 0) + 1);
			}
			reporter.progress(
				`grab: ${done} of ${offers.length}, ${trouble.kills} killed, ${trouble.stepDowns} step-downs, besides 201: ${showCounts(refusals)}`,
			);
		},
	}).finally(() => trouble.stop());
	const calledSeconds = Math.round((performance.now() - begun) / 1000);
	reporter.step(`grab: all called after ${calledSeconds} s; waiting for what is unclear`);
	const readNow = () => readItems(database.stores);
	await until(async () => !(await readNow()).some(isUnclear), {limitMs: settleLimitMs, everyMs: calmMs});
	const faults = judgeGrabs({called, clients, items: await readNow(), begunAt});
	const held = clients.torrent.held.length + clients.usenet.held.length;
	const seconds = Math.round((performance.now() - begun) / 1000);
	const figures = `${called.length} grabs in ${calledSeconds} s, answers besides 201: ${showCounts(refusals)}, ${trouble.kills} workers killed, ${trouble.stepDowns} step-downs, ${mood.silent} answers lost and ${mood.slow} late, ${held} downloads, ${seconds} s`;
	return {faults, figures};
}

async function setUp({service: {api}, clients, sites}: Stage): Promise<Record<Offer['protocol'], string>> {
	await api.put('/api/settings/security.allowPrivateNetworks', {value: true});
	const {downloadClients} = await api.get<ClientsReply>('/api/download-clients');
	await Promise.all(downloadClients.map(({id}) => api.put(`/api/download-clients/${id}`, {enabled: false})));
	await api.post('/api/download-clients', {name: 'qBittorrent', kind: 'qbittorrent', url: clients.torrent.url});
	await api.post('/api/download-clients', {name: 'SABnzbd', kind: 'sabnzbd', url: clients.usenet.url, apiKey: 'chaos'});
	const add = async (kind: 'torznab' | 'newznab', {url}: SandboxServer) =>
		(await api.post<{id: string}>('/api/indexers', {name: kind, kind, url, categories: [2000]})).id;
	return {torrent: await add('torznab', sites.torrent), usenet: await add('newznab', sites.usenet)};
}

function ofProtocol(offers: readonly Offer[], protocol: Offer['protocol']): Offer[] {
	return offers.filter(offer => offer.protocol === protocol);
}

function showCounts(counts: ReadonlyMap<string, number>): string {
	return [...counts].map(([what, count]) => `${count} times ${what}`).join(' and ') || 'none';
}
