import {useEffect} from 'preact/hooks';
import {Problem} from '../client/problem.ts';
import type {Health, HealthIssue as Issue, Service} from '../client/schemas.ts';
import type {RootFolder} from '../client/types.ts';
import {Badge, Loaded, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {capital, distance, withMoments, words} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {findingsOf} from './findings.ts';

const againMs = 15_000;
const kinds = {healthy: 'ok', degraded: 'warn', unhealthy: 'bad'} as const;

const kindOf = (status: string) => (status === 'ready' ? 'ok' : status === 'error' ? 'bad' : 'warn');

export function View() {
	const {user} = useApp();
	const health: Data<Health> = useData('api/health', {isKept: true});
	const status: Data<{services: Service[]}> = useData('api/system/status', {isKept: true});
	const folders: Data<{rootFolders: RootFolder[]}> = useData('api/root-folders');
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
			<${Loaded} from=${answered(health)}>${({checks, issues = []}: Health) =>
				html`<${Issues} issues=${issues} /><${Checks} checks=${checks} paths=${paths} />`}<//>
		</section>
		<section class="block"><h2 class="block-head">Processes</h2>
			<${Loaded} from=${status}>${({services}: {services: Service[]}) =>
				html`<ul class="rows services">${services.map(each => html`<${ServiceRow} key=${each.name} service=${each} />`)}</ul>`}<//>
		</section>
		${user.get()?.role === 'admin' && html`<${Elsewhere} />`}`;
}

/** The health of an unhealthy service comes as a failure. */
function answered(asked: Data<Health>) {
	const {error} = asked;
	return error instanceof Problem && error.body?.checks ? {...asked, data: error.body as Health, error: null} : asked;
}

const levels = {notice: 'info', warning: 'warn', error: 'bad'} as const;

/** What is wrong, what helps, and where. */
function Issues({issues}: {issues: Issue[]}) {
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

function Checks({checks, paths}: {checks: Health['checks']; paths: Readonly<Record<string, string>>}) {
	return html`<ul class="rows">${Object.entries(checks).map(([name, check]) => {
		const findings = findingsOf(check, paths);
		return html`<li key=${name} class="row">
			<div class="row-head"><h3>${capital(words(name))}</h3><${Badge} kind=${kinds[check.status]}>${capital(check.status)}<//></div>
			${name === 'indexers' && (check as {failingCount?: number}).failingCount !== 0 && html`<${FailingIndexers} />`}
			${findings.length > 0 && html`<ul class="reasons">${findings.map(each => html`<li key=${each} class=${check.status === 'healthy' ? 'quiet' : ''}>${each}</li>`)}</ul>`}
		</li>`;
	})}</ul>`;
}

interface Failing {
	id: string;
	name: string;
	enabled: boolean;
	status: string;
	lastError: string | null;
	disabledUntil: string | null;
}

/** The check is for everybody, also without a login, so it counts them only. */
function FailingIndexers() {
	const {data}: Data<{indexers: Failing[]}> = useData('api/indexers');
	const isPaused = ({status, disabledUntil}: Failing) => status !== 'rate_limited' && Date.parse(disabledUntil ?? '') > Date.now();
	const failing = data?.indexers.filter(each => each.enabled && (/^(?:error|authorize)$/.test(each.status) || isPaused(each))) ?? [];
	return (
		failing.length > 0 &&
		html`<ul class="reasons">${failing.map(({id, name, lastError}) => html`<li key=${id}><a href=${to('settings/indexers')}>${name}</a>: ${withMoments(lastError ?? 'it has failed.')}</li>`)}</ul>`
	);
}

function ServiceRow({service: {name, status, lastRun, uptime, message}}: {service: Service}) {
	return html`<li class="row">
		<div class="row-head"><h3>${nameOf(name)}</h3><${Badge} kind=${kindOf(status)}>${capital(status)}<//></div>
		<p class="facts">${uptime !== null && html`<span>up for ${span(uptime)}</span>`}${lastRun && html`<span>seen ${distance(lastRun)}</span>`}${message && html`<span>${message}</span>`}</p>
	</li>`;
}

function nameOf(service: string) {
	return {api: 'API', mongodb: 'MongoDB'}[service] ?? capital(service.replace(/^worker:/, ''));
}

function span(seconds: number) {
	const steps = [
		[86_400, 'd'],
		[3600, 'h'],
		[60, 'min'],
	] as const;
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
