import type {ExecutionContext} from 'ava';
import {type ChallengeToSolve, openPage, type PageToOpen, solveChallenge} from '#shared/jobs/captcha.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {redisNow} from '#shared/redis.ts';
import {browserTest, installedBrowser} from '#test/helpers/browser.ts';
import {hostOf, startNotingWorker} from '#test/helpers/noting-worker.ts';
import {processesWith, socketsOf} from '#test/helpers/process-sockets.ts';
import {serveLures} from '#test/helpers/trap/serve-lures.ts';
import {serveTrap} from '#test/helpers/trap/serve-trap.ts';
import {type Spelling, trapHost} from '#test/helpers/trap/spellings.ts';
import {type WorkerWorld, withWorkerDeps} from '#test/helpers/worker-deps.ts';

const timeoutMs = 60_000;
/** A connection between two looks is missed; those of a browser to its proxy are kept. */
const pollMs = 20;
/** One of each kind; all of them, in all spellings, are tried where the browser is tested. */
const tried: readonly (readonly [lure: string, spelling: Spelling])[] = [
	['redirect-302', 'decimal'],
	['meta-refresh', 'name'],
	['location', 'IPv6 loopback'],
	['form-post', 'dotted'],
	['iframe', 'IPv4 in IPv6'],
	['script', 'short'],
	['fetch', 'dotted'],
	['web-socket', 'name below'],
	['worker', 'hex'],
	['popup', 'decimal'],
	['rtc-stun', 'dotted'],
];
/** Where the browser sends what belongs to no visit; nothing listens there. */
const nowhere = '127.0.0.1:9';
/** WebRTC connects UDP sockets there to learn which address is its own. Connecting them sends nothing. */
const ownAddressProbes = ['udp 8.8.8.8:443', 'udp [2001:4860:4860:0000:0000:0000:0000:8888]:443'];
const page: PageToOpen = {
	method: 'GET',
	url: '',
	postData: null,
	cookies: [],
	proxy: null,
	session: null,
	solverKeyId: null,
	disableMedia: false,
	waitSeconds: 0,
	withScreenshot: true,
	withHtml: true,
};

function askerOf({deps}: Pick<WorkerWorld, 'deps'>) {
	const deadline = async () => (await redisNow(deps.producer)) + timeoutMs / 2;
	return {
		async solve(url: string) {
			const challenge: ChallengeToSolve = {url, reason: 'test', useCache: false, allowedHost: hostOf(url), refused: null};
			const sealed = sealPayload(solveChallenge, challenge, deps.secrets);
			return deps.jobs.ask(solveChallenge, {sealed, deadline: await deadline()}, {timeoutMs});
		},
		async open(asked: Partial<PageToOpen>) {
			const sealed = sealPayload(openPage, {...page, ...asked}, deps.secrets);
			return deps.jobs.ask(openPage, {sealed, deadline: await deadline()}, {timeoutMs});
		},
	};
}

/** To whom the browsers of this worker have connections, and where the worker listens for them. */
function watchBrowsers(t: ExecutionContext, worker: number) {
	const seen = {contacted: new Set<string>(), proxies: new Set<string>([nowhere])};
	const profile = `kinoteka-browsers-${process.getuid?.() ?? 0}/${worker}-`;
	const note = () => {
		for (const {kind, remote} of socketsOf(processesWith(profile).filter(pid => pid !== worker))) {
			if (remote !== null) {
				seen.contacted.add(kind === 'tcp' ? remote : `${kind} ${remote}`);
			}
		}
		for (const {local} of socketsOf([worker]).filter(({isListening}) => isListening)) {
			seen.proxies.add(local);
		}
	};
	const timer = setInterval(note, pollMs);
	t.teardown(() => clearInterval(timer));
	return seen;
}

browserTest('the browser of a worker contacts only its proxy, and that only the site that was asked for', async t => {
	const trap = await serveTrap();
	t.teardown(trap.close);
	const lures = await serveLures(trap.port);
	t.teardown(lures.close);
	const world = await withWorkerDeps(t);
	const env = {BROWSER_PATH: installedBrowser?.path ?? ''};
	const {child, ended, contacted} = await startNotingWorker(t, world, {env});
	const seen = watchBrowsers(t, child.pid ?? 0);
	const {solve, open} = askerOf(world);

	for (const [lure, spelling] of tried) {
		await solve(lures.addressOf(lure, spelling));
	}
	const inside = `http://${trapHost('decimal', trap.port)}/`;
	for (const asked of [{url: inside}, {url: lures.origin}, {url: inside, method: 'POST' as const, postData: 'a=b'}]) {
		t.is((await open(asked)).failure?.code, 'address_refused', JSON.stringify(asked));
	}
	child.kill('SIGTERM');
	await ended;

	const allowed = [world.mongodbUri, world.redisUrl, lures.origin].map(hostOf);
	t.deepEqual([...contacted].filter(address => !allowed.includes(address)).sort(), []);
	t.true(contacted.has(hostOf(lures.origin)));
	const unasked = [...seen.contacted].filter(address => !seen.proxies.has(address) && !ownAddressProbes.includes(address));
	t.deepEqual(unasked.sort(), []);
	t.true(seen.contacted.size > 0);
	t.deepEqual(trap.contacts, []);
});
