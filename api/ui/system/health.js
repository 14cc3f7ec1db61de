import {useEffect} from 'preact/hooks';
import {Problem} from '../client/problem.js';
import {Badge, Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {capital, distance, words} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {findingsOf} from './findings.js';

/**
 * @typedef {'healthy' | 'degraded' | 'unhealthy'} Condition
 * @typedef {{status: Condition} & Record<string, any>} Check
 * @typedef {{status: Condition, version?: string, checks: Record<string, Check>, issues?: Issue[]}} Health
 * @typedef {{check: string, level: 'notice' | 'warning' | 'error', code: string, reason: string, remedy: string, link: string}} Issue
 * @typedef {{name: string, status: string, lastRun: string | null, uptime: number | null, message?: string}} Service
 */

const againMs = 15_000;
const kinds = /** @type {const} */ ({healthy: 'ok', degraded: 'warn', unhealthy: 'bad'});

/** @param {string} status */
const kindOf = status => (status === 'ready' ? 'ok' : status === 'error' ? 'bad' : 'warn');

export function View() {
	const {user} = useApp();
	/** @type {import('../state/use-data.js').Data<Health>} */
	const health = useData('api/health', {isKept: true});
	/** @type {import('../state/use-data.js').Data<{services: Service[]}>} */
	const status = useData('api/system/status', {isKept: true});
	/** @type {import('../state/use-data.js').Data<{rootFolders: import('../client/types.js').RootFolder[]}>} */
	const folders = useData('api/root-folders');
	const paths = Object.fromEntries((folders.data?.rootFolders ?? []).map(({id, path}) => [id, path]));
	const reload = () => {
		health.reload();
		status.reload();
	};
	useEffect(() => {
		const timer = setInterval(() => document.hidden || reload(), againMs);
		return () => clearInterval(timer);
	}, [health.reload, status.reload]);
	return html`<${ViewHead} title="Health" count=${health.data?.version}><${Button} icon="refresh" label="Check again" onClick=${reload} /><//>
		<section><h2 class="block-head">Checks</h2>
			<${Loaded} from=${answered(health)}>${(/** @type {Health} */ {checks, issues = []}) =>
				html`<${Issues} issues=${issues} /><${Checks} checks=${checks} paths=${paths} />`}<//>
		</section>
		<section class="block"><h2 class="block-head">Processes</h2>
			<${Loaded} from=${status}>${(/** @type {{services: Service[]}} */ {services}) =>
				html`<ul class="rows services">${services.map(each => html`<${ServiceRow} key=${each.name} service=${each} />`)}</ul>`}<//>
		</section>
		${user.get()?.role === 'admin' && html`<${Elsewhere} />`}`;
}

/**
 * The health of an unhealthy service comes as a failure.
 * @param {import('../state/use-data.js').Data<Health>} asked
 */
function answered(asked) {
	const {error} = asked;
	return error instanceof Problem && error.body?.checks ? {...asked, data: /** @type {Health} */ (error.body), error: null} : asked;
}

const levels = /** @type {const} */ ({notice: 'info', warning: 'warn', error: 'bad'});

/** What is wrong, what helps, and where. @param {{issues: Issue[]}} props */
function Issues({issues}) {
	return (
		issues.length > 0 &&
		html`<ul class="rows issues">${issues.map(
			({level, code, check, reason, remedy, link}) => html`<li key=${`${check}${code}`} class="row">
				<div class="row-head"><h3>${reason}</h3><${Badge} kind=${levels[level]}>${capital(level)}<//></div>
				<p class="hint">${remedy}${link !== 'health' && html` <a href=${to(link)}>Open</a>`}</p>
			</li>`,
		)}</ul>`
	);
}

/** @param {{checks: Health['checks'], paths: Readonly<Record<string, string>>}} props */
function Checks({checks, paths}) {
	return html`<ul class="rows">${Object.entries(checks).map(([name, check]) => {
		const findings = findingsOf(check, paths);
		return html`<li key=${name} class="row">
			<div class="row-head"><h3>${capital(words(name))}</h3><${Badge} kind=${kinds[check.status]}>${capital(check.status)}<//></div>
			${findings.length > 0 && html`<ul class="reasons">${findings.map(each => html`<li key=${each} class=${check.status === 'healthy' ? 'quiet' : ''}>${each}</li>`)}</ul>`}
		</li>`;
	})}</ul>`;
}

/** @param {{service: Service}} props */
function ServiceRow({service: {name, status, lastRun, uptime, message}}) {
	return html`<li class="row">
		<div class="row-head"><h3>${nameOf(name)}</h3><${Badge} kind=${kindOf(status)}>${capital(status)}<//></div>
		<p class="facts">${uptime !== null && html`<span>up for ${span(uptime)}</span>`}${lastRun && html`<span>seen ${distance(lastRun)}</span>`}${message && html`<span>${message}</span>`}</p>
	</li>`;
}

/** @param {string} service */
function nameOf(service) {
	return {api: 'API', mongodb: 'MongoDB'}[service] ?? capital(service.replace(/^worker:/, ''));
}

/** @param {number} seconds */
function span(seconds) {
	const steps = /** @type {const} */ ([
		[86_400, 'd'],
		[3600, 'h'],
		[60, 'min'],
	]);
	const [length, unit] = steps.find(([each]) => seconds >= each) ?? [1, 's'];
	return `${Math.floor(seconds / length)} ${unit}`;
}

function Elsewhere() {
	return html`<section class="block"><h2 class="block-head">Elsewhere</h2><ul class="rows">
		<li class="row"><a href="admin/queues" target="_blank">Job queues</a><p class="hint">What the workers are doing, job by job.</p></li>
		<li class="row"><a href="api/docs" target="_blank">API reference</a><p class="hint">Everything that this page does, for programs.</p></li>
		<li class="row"><a href="api/settings/logs/download" download>Download the log</a><p class="hint">Today’s lines.</p></li>
	</ul></section>`;
}
