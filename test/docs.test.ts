import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {parse} from 'yaml';
import {variables} from '#config/schema.ts';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import {documentOf, operationsOf} from '#test/helpers/openapi-document.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const pages = [
	'README.md',
	...readdirSync(join(root, 'docs'))
		.filter(name => name.endsWith('.md'))
		.map(name => `docs/${name}`),
];
const {scripts} = JSON.parse(read('package.json')) as {scripts: Record<string, string>};

/** Code of a page: its blocks with their language, and the words between single marks as lines of the shell. */
function codeOf(page: string): {language: string; text: string}[] {
	const blocks = [...read(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({language, text}));
	const rest = read(page).replaceAll(/^```\w*\n[\s\S]*?^```$/gm, '');
	return [...blocks, ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => ({language: 'inline', text}))];
}

/** The address of a heading, as the usual readers of such files make it. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

function anchorsOf(page: string): Set<string> {
	return new Set([...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
}

test('every link of a page leads to a file that is there, and to a heading in it', t => {
	for (const page of pages) {
		for (const [, target = ''] of read(page).matchAll(/\]\(([^)\s]+)\)|(?:src)="([^"]+)"/g)) {
			if (target === '' || /^https?:/.test(target)) {
				continue;
			}
			const [path = '', anchor] = target.split('#');
			const file = path === '' ? page : relative(root, resolve(root, dirname(page), path));
			t.true(existsSync(join(root, file)), `${page}: ${target}`);
			t.true(anchor === undefined || anchorsOf(file).has(anchor), `${page}: ${target}`);
		}
	}
});

test('the table of contents has every page, and the front page fits on two screens', t => {
	for (const page of pages.filter(each => !/README/.test(each))) {
		t.true(read('docs/README.md').includes(`(${page.replace('docs/', '')})`), page);
	}
	t.true(read('README.md').split('\n').length < 80);
});

test('every command on a page exists, with the files that it names', t => {
	for (const page of pages) {
		for (const {text} of codeOf(page).filter(({language}) => ['sh', 'console', 'inline'].includes(language))) {
			for (const [, name = ''] of text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)) {
				t.true(name in scripts || name === 'NAME', `${page}: npm run ${name}`);
			}
			for (const [file] of text.matchAll(/\bscripts\/[\w./-]+|\bdocker-compose[\w.]*\.yml/g)) {
				t.true(existsSync(join(root, file)) || file === 'docker-compose.override.yml', `${page}: ${file}`);
			}
			for (const [, flags = '', verb = ''] of text.matchAll(/\bdocker compose((?: -f \S+| --\w+ \S+)*) ([a-z]+)/g)) {
				t.true(['up', 'down', 'logs', 'ps', 'exec', 'run', 'stop', 'build'].includes(verb), `${page}: docker compose ${verb}`);
				t.regex(
					flags,
					/^(?: -f docker-compose\.home\.yml| -f docker-compose\.yml -f docker-compose\.cluster\.yml)?(?: --profile standby)?$/,
					page,
				);
			}
			for (const [, service = ''] of text.matchAll(/docker compose (?:-f \S+ )?(?:exec|run --rm) (\w+)/g)) {
				const {services} = parse(read(text.includes('home.yml') ? 'docker-compose.home.yml' : 'docker-compose.yml'), {merge: true});
				t.true(service in services, `${page}: ${service}`);
			}
		}
	}
});

/** Variables that others than Kinoteka read, and words that are no variables. */
const otherNames =
	/^(?:PUID|PGID|UMASK|PROXIES|NAME|DIR|FOLDER|README|DECISIONS|CHANGELOG|VPN_\w+|KINOTEKA_CACHE|NODE_EXTRA_CA_CERTS|MEDIA)$/;

test('every variable and setting on a page exists', t => {
	for (const page of pages) {
		for (const {text} of codeOf(page).filter(({language}) => language === 'inline')) {
			const [name = ''] = /^[A-Z][A-Z\d_]{2,}(?==|$)/.exec(text) ?? [];
			t.true(name === '' || name in variables.describe().keys || otherNames.test(name), `${page}: ${name}`);
			const isSetting =
				/^[a-z]+[A-Za-z]*\.[a-z][A-Za-z]+$/.test(text) && !/\.(?:ya?ml|js|ts|lan|local|json|txt|md|ics|service)$/.test(text);
			t.true(!isSetting || text in settingDefinitions, `${page}: ${text}`);
		}
	}
});

test('every place of the page that is named in bold is there', t => {
	const sections = read('api/ui/settings/sections.ts');
	const views = read('api/ui/app/views.ts');
	const titles = new Set([
		...[...sections.matchAll(/(?:list\('[\w-]+', |title: )'([^']+)'/g)].map(([, title]) => title),
		...[...views.matchAll(/title: '([^']+)'/g)].map(([, title]) => title),
	]);
	for (const page of pages) {
		for (const [, title = ''] of read(page).matchAll(/\*\*Settings, ([^*]+)\*\*/g)) {
			t.true(titles.has(title), `${page}: Settings, ${title}`);
		}
	}
});

/** Directives of nginx that the pages use, with the least and most words after them. */
const directives: Record<string, [number, number]> = {
	listen: [1, 3],
	server_name: [1, 3],
	ssl_certificate: [1, 1],
	ssl_certificate_key: [1, 1],
	proxy_pass: [1, 1],
	proxy_http_version: [1, 1],
	proxy_set_header: [2, 2],
	proxy_buffering: [1, 1],
	proxy_read_timeout: [1, 1],
	client_max_body_size: [1, 1],
};

function checkNginx(text: string): string[] {
	const faults: string[] = [];
	let depth = 0;
	for (const line of text
		.split('\n')
		.map(each => each.trim())
		.filter(Boolean)) {
		if (/^(?:server|location \S+) \{$/.test(line)) {
			depth += 1;
		} else if (line === '}') {
			depth -= 1;
		} else {
			const [name = '', ...words] = line.replace(/;$/, '').split(/\s+/);
			const [least, most] = directives[name] ?? [Number.POSITIVE_INFINITY, 0];
			faults.push(...(line.endsWith(';') && words.length >= least && words.length <= most ? [] : [line]));
		}
	}
	return depth === 0 ? faults : [...faults, 'a brace is open'];
}

test('every file on a page can be parsed: YAML, nginx, Caddy', t => {
	for (const page of pages) {
		for (const {language, text} of codeOf(page)) {
			if (language === 'yaml') {
				const {services} = parse(text, {
					merge: true,
					logLevel: 'silent',
					customTags: [{tag: '!reset', resolve: String, collection: 'seq', default: false} as never],
				}) as {services: object};
				t.true(Object.keys(services).length > 0, page);
			}
			if (language === 'nginx') {
				t.deepEqual(checkNginx(text), [], page);
				t.true(/proxy_buffering off;/.test(text) && /proxy_read_timeout 1h;/.test(text), `${page}: event streams`);
			}
			if (language === 'caddy') {
				t.is(text.split('{').length, text.split('}').length, page);
			}
			t.true(['', 'sh', 'console', 'yaml', 'nginx', 'caddy', 'mermaid', 'inline'].includes(language), `${page}: ${language}`);
		}
	}
});

test('every request on a page is an operation of the API', async t => {
	const lines = operationsOf(await documentOf(t)).map(([line]) => line);
	const operations = lines.map(line => new RegExp(`^${line.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`));
	let count = 0;
	for (const page of pages) {
		for (const {text} of codeOf(page).filter(({language}) => language === 'sh')) {
			for (const line of text.split('\n').filter(each => each.startsWith('curl '))) {
				const path = /\$A(\/[^\s"?]*)/.exec(line)?.[1] ?? '';
				const method = / -X ([A-Z]+)/.exec(line)?.[1] ?? (/ -d /.test(line) ? 'POST' : 'GET');
				t.true(
					operations.some(each => each.test(`${method} /api${path}`)),
					`${page}: ${method} /api${path}`,
				);
				count += 1;
			}
		}
	}
	t.true(count > 20);
});
