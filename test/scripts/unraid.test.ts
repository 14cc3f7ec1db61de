import {readFileSync} from 'node:fs';
import test from 'ava';
import {SaxesParser} from 'saxes';
import {loadConfig} from '#config/index.ts';
import {homeComposition} from '#test/helpers/home-composition.ts';

interface Template {
	/** Text of each element but `Config`. */
	about: Record<string, string>;
	configs: (Record<string, string> & {value: string})[];
}

function readTemplate(name: string): Template {
	const template: Template = {about: {}, configs: []};
	const parser = new SaxesParser({});
	let text = '';
	let attributes: Record<string, string> = {};
	parser.on('opentag', tag => {
		text = '';
		attributes = tag.attributes;
	});
	parser.on('text', part => {
		text += part;
	});
	parser.on('closetag', tag => {
		if (tag.name === 'Config') {
			template.configs.push({...attributes, value: text});
			return;
		}
		template.about[tag.name] = text;
	});
	parser.write(readFileSync(new URL(`../../scripts/unraid/${name}.xml`, import.meta.url), 'utf8')).close();
	return template;
}

const {services} = homeComposition();

test('the templates of Unraid run what the small composition runs', t => {
	for (const [file, service] of [
		['kinoteka', services.kinoteka],
		['kinoteka-mongodb', services.mongodb],
		['kinoteka-redis', services.redis],
	] as const) {
		const {about} = readTemplate(file);
		t.is(about['Name'], file);
		t.is(about['Repository'], service.image);
		t.is(about['Network'], 'kinoteka');
		t.is(about['PostArgs'], service.command.map(word => word || '""').join(' '), file);
		t.regex(about['ExtraParams'] ?? '', /--cap-drop=ALL.*--security-opt=no-new-privileges:true/);
	}
	t.true(readTemplate('kinoteka-mongodb').about['ExtraParams']?.includes('host: \\"kinoteka-mongodb:27017\\"'));
});

test('the template of the service has its variables, ports and folders', t => {
	const {configs} = readTemplate('kinoteka');
	t.true(configs.every(({value, Default}) => value === Default));
	const of = (type: string) => configs.filter(({Type}) => Type === type);
	const variables = Object.fromEntries(of('Variable').map(({Target, value}) => [Target, value]));
	t.deepEqual(Object.keys(variables).toSorted(), Object.keys(services.kinoteka.environment).toSorted());
	const {PUID: _user, PGID: _group, UMASK: _mask, ...own} = variables;
	const {mongodb, redis, torrent} = loadConfig(own);
	t.regex(mongodb.uri ?? '', /^mongodb:\/\/kinoteka-mongodb:27017\//);
	t.regex(redis.url ?? '', /^redis:\/\/kinoteka-redis:6379\//);
	const ports = of('Port').map(({Target, Mode}) => `${Target}/${Mode}`);
	t.deepEqual(ports, ['5656/tcp', `${torrent.port}/tcp`, `${torrent.port}/udp`]);
	t.deepEqual(
		of('Path').map(({Target}) => Target),
		['/data', '/data/kinoteka'],
	);
});
