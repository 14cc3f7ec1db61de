import {behindDoor} from '../behind-door.ts';
import type {Play, SiteOptions} from '../play.ts';
import {sendPage} from '../reply.ts';
import type {Visit} from '../site.ts';
import {waitingPage} from '../waiting-page.ts';

/** Checks the page, a worker and a frame for signs of an automated browser. */
const looking = `async function look() {
	const code = 'postMessage([navigator.userAgent, navigator.webdriver === true, (navigator.languages || []).length])';
	const worker = new Worker(URL.createObjectURL(new Blob([code], {type: 'text/javascript'})));
	const told = await new Promise(resolve => { worker.onmessage = event => resolve(event.data); worker.onerror = () => resolve(['', false, 0]); });
	const frame = document.createElement('iframe');
	frame.srcdoc = '<p>frame</p>';
	await new Promise(resolve => { frame.onload = resolve; document.body.append(frame); });
	const inner = frame.contentWindow;
	const brands = (navigator.userAgentData?.brands || []).map(({brand}) => brand);
	return {
		driven: [navigator.webdriver === true, inner.navigator.webdriver === true, told[1]],
		userAgents: [navigator.userAgent, inner.navigator.userAgent, told[0]],
		brands,
		hasChrome: typeof window.chrome === 'object' && window.chrome !== null,
		languages: [navigator.languages.length, told[2]],
	};
}`;

/** Opens for a browser that shows no sign of automation; the site's notes list the signs found in others. */
export function playWebdriver({workMs = 300}: SiteOptions): Play {
	const script = `${looking}
compute(${workMs}).then(look).then(seen => unlock({seen})).then(solved => { if (solved) location.reload(); });`;
	return {
		answer: behindDoor({
			name: 'webdriver',
			workMs,
			challenge: (visit, task) => sendPage(visit, 503, waitingPage({task, script})),
			approves: ({seen}, visit) => {
				const failed = failedChecks(isRecord(seen) ? seen : {}, visit);
				for (const check of failed) {
					visit.note(check);
				}
				return failed.length === 0;
			},
		}),
	};
}

function failedChecks(seen: Record<string, unknown>, {request: {headers}}: Visit): string[] {
	const {driven, userAgents, brands, hasChrome, languages} = seen;
	const agents = listOf(userAgents).map(String);
	const checks: Record<string, boolean> = {
		'driven page': listOf(driven)[0] === false,
		'driven frame': listOf(driven)[1] === false,
		'driven worker': listOf(driven)[2] === false,
		'headless user agent': agents.length === 3 && agents.every(agent => agent !== '' && !isHeadless(agent)),
		'user agents differ': agents.every(agent => agent === headers['user-agent']),
		'headless brand': Array.isArray(brands) && !brands.some(brand => isHeadless(String(brand))),
		'headless brand in a header': !isHeadless(String(headers['sec-ch-ua'] ?? '')),
		'no window.chrome': hasChrome === true,
		'no languages': listOf(languages).length === 2 && listOf(languages).every(count => Number(count) > 0),
		'no accept-language': Boolean(headers['accept-language']),
	};
	return Object.keys(checks).filter(name => !checks[name]);
}

function isHeadless(text: string): boolean {
	return text.toLowerCase().includes('headless');
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}
