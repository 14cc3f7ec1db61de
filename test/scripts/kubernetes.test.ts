import {readdirSync, readFileSync} from 'node:fs';
import test from 'ava';
import {parse, parseAllDocuments} from 'yaml';
import {variables} from '#config/schema.ts';
import {pools} from '#shared/jobs/queues.ts';
import {namesIn} from '#test/helpers/dashboard.ts';

interface Probe {
	httpGet: {path: string; port: string};
}

interface Container {
	image: string;
	args: string[];
	env?: {name: string; value: string}[];
	envFrom: ({configMapRef: {name: string}} | {secretRef: {name: string}})[];
	ports: {name: string; containerPort: number}[];
	startupProbe: Probe;
	readinessProbe: Probe;
	livenessProbe: Probe;
	lifecycle: object;
	securityContext: object;
	volumeMounts: {name: string; mountPath: string}[];
}

interface Resource {
	kind: string;
	metadata: {name: string; labels?: object};
	data?: Record<string, string>;
	stringData?: Record<string, string>;
	spec: {
		selector: {matchLabels: object};
		template: {
			metadata: {labels: object};
			spec: {
				terminationGracePeriodSeconds: number;
				securityContext: object;
				containers: Container[];
				volumes: {name: string; persistentVolumeClaim?: {claimName: string}}[];
			};
		};
		scaleTargetRef?: {name: string};
		triggers?: {metadata: {query: string}}[];
	};
}

const folder = new URL('../../scripts/kubernetes/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const {resources: files, images} = parse(read('kustomization.yaml')) as {resources: string[]; images: {name: string}[]};
const resources = files.flatMap(name => parseAllDocuments(read(name)).map(each => each.toJS() as Resource));
const ofKind = (kind: string) => resources.filter(each => each.kind === kind);
const deployments = ofKind('Deployment').map(({metadata, spec}) => ({
	name: metadata.name,
	labels: [metadata.labels, spec.selector.matchLabels, spec.template.metadata.labels],
	pod: spec.template.spec,
	container: spec.template.spec.containers[0]!, // each pod has one
}));
const poolsOf = ({env = []}: Container) => env.find(({name}) => name === 'WORKER_POOLS')?.value.split(',') ?? [];

test('every file is applied', t => {
	t.deepEqual([...files, 'kustomization.yaml'].sort(), readdirSync(folder).sort());
});

test('each pool has one Deployment, and the API its own', t => {
	t.deepEqual(deployments.flatMap(({container}) => poolsOf(container)).sort(), [...pools].sort());
	t.deepEqual(
		deployments.filter(({container}) => container.args[0] === 'api/main.ts').map(({name}) => name),
		['kinoteka-api'],
	);
});

test('every process is probed, ends in peace, and has the rights of nobody', t => {
	for (const {name, labels, pod, container} of deployments) {
		t.deepEqual(labels[1], labels[0], name);
		t.deepEqual(labels[2], labels[0], name);
		const port = name === 'kinoteka-api' ? 'http' : 'health';
		t.true(container.ports.some(each => each.name === port));
		t.deepEqual(
			[container.startupProbe, container.readinessProbe, container.livenessProbe].map(({httpGet}) => httpGet),
			['/api/ready', '/api/ready', '/api/live'].map(path => ({path, port})),
			name,
		);
		t.is(pod.terminationGracePeriodSeconds, 30, name);
		t.like(pod.securityContext, {runAsUser: 1000, fsGroup: 1000, runAsNonRoot: true}, name);
		t.deepEqual(container.securityContext, {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: ['ALL']}});
		t.truthy(container.lifecycle, name);
		t.true(
			images.some(image => container.image === `${image.name}:latest`),
			name,
		);
	}
});

test('what a Deployment refers to is there, and its variables are those of the configuration', t => {
	const known = Object.keys(variables.describe().keys as object);
	const claims = ofKind('PersistentVolumeClaim').map(({metadata}) => metadata.name);
	for (const {pod, container} of deployments) {
		t.deepEqual(container.envFrom, [{configMapRef: {name: 'kinoteka'}}, {secretRef: {name: 'kinoteka'}}]);
		t.deepEqual(
			container.volumeMounts.map(({name}) => name),
			pod.volumes.map(({name}) => name),
		);
		for (const {persistentVolumeClaim: claim} of pod.volumes) {
			t.true(claim === undefined || claims.includes(claim.claimName));
		}
	}
	const named = [
		...resources.flatMap(({data = {}, stringData = {}}) => Object.keys({...data, ...stringData})),
		...deployments.flatMap(({container}) => (container.env ?? []).map(({name}) => name)),
	];
	t.deepEqual(
		named.filter(name => !known.includes(name)),
		[],
	);
	t.is(ofKind('ConfigMap')[0]?.data?.['HEALTH_PORT'], '5657');
});

test('what scales a pool asks for its own queue', t => {
	for (const {metadata, spec} of ofKind('ScaledObject')) {
		t.is(spec.scaleTargetRef?.name, metadata.name);
		const expr = spec.triggers?.[0]?.metadata.query ?? '';
		t.deepEqual(namesIn({panel: metadata.name, expr, legend: ''}).metrics, ['kinoteka_queue_jobs']);
		const pool = /pool="(\w+)"/.exec(expr)?.[1];
		t.true(deployments.some(({name, container}) => name === metadata.name && poolsOf(container).includes(pool ?? '')));
	}
});
