import {readFile, stat} from 'node:fs/promises';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {Cancelled} from '#shared/errors.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {createApiClient} from './command/api-client.ts';
import {type GivenAddress, moveIn} from './command/move-in.ts';
import {runCommand} from './command/run-command.ts';
import {createReporter} from './processes/reporter.ts';

const {values} = readCommandLine({
	usage: 'npm run move -- --service-key-file FILE --from FILE|URL … [--key-file FILE …] [--map THERE=HERE …] [--dry-run]',
	about: `Moves in from Radarr, Sonarr, Prowlarr and Bazarr, by the API of the running service.
  --from FILE              a backup or database of a program, with the log beside it; several are allowed
  --from URL               where a program answers; radarr=URL says which, if neither its name nor its port does
  --key-file FILE          has the API key of the address on its first line, and may have the name and the password
                           of the login to its page on the next two; one for each address, in their order
  --map THERE=HERE         where a folder of the other program is here
  --dry-run                shows what would come, and changes nothing
  --service URL            where Kinoteka answers, if not on this machine
  --service-key-file FILE  has an API key of an administrator of Kinoteka`,
	options: {
		from: {type: 'string', multiple: true, default: []},
		'key-file': {type: 'string', multiple: true, default: []},
		map: {type: 'string', multiple: true, default: []},
		'dry-run': {type: 'boolean', default: false},
		service: {type: 'string'},
		'service-key-file': {type: 'string'},
	},
});

const linesOf = async (path: string) => (await readFile(path, 'utf8')).split(/\r?\n/).map(line => line.trim());
const programs = ['radarr', 'sonarr', 'prowlarr', 'bazarr'] as const;
const ports: Readonly<Record<string, (typeof programs)[number]>> = {7878: 'radarr', 8989: 'sonarr', 9696: 'prowlarr', 6767: 'bazarr'};

/** Null for the path of a file. */
async function addressOf(given: string, keyFile: string | undefined): Promise<GivenAddress | null> {
	const [, named, url = ''] = /^(?:(radarr|sonarr|prowlarr|bazarr)=)?(https?:\/\/.+)$/i.exec(given) ?? [];
	const parsed = URL.parse(url);
	if (!parsed) {
		return null;
	}
	const program = programs.find(each => each === named?.toLowerCase() || (!named && parsed.href.includes(each))) ?? ports[parsed.port];
	if (!program) {
		throw new WrongConfiguration(`Say which program ${parsed.host} is: --from radarr=${url}`);
	}
	const [apiKey, username, password] = keyFile ? await linesOf(keyFile) : [];
	if (!apiKey) {
		throw new WrongConfiguration(`The API key of ${parsed.host} is missing: put it into a file, and name that with --key-file.`);
	}
	return {program, url, apiKey, ...(username && {username, password: password ?? ''})};
}

async function filesOf(path: string): Promise<string[]> {
	if (!(await stat(path).catch(() => null))) {
		throw new WrongConfiguration(`There is no file ${path}.`);
	}
	const beside = ['-wal', '-journal'].map(end => `${path}${end}`);
	const there = await Promise.all(beside.map(each => stat(each).catch(() => null)));
	return /\.db$/i.test(path) ? [path, ...beside.filter((_, index) => there[index])] : [path];
}

function mappingOf(given: string): {from: string; to: string} {
	const at = given.lastIndexOf('=/');
	if (at < 1) {
		throw new WrongConfiguration(`--map ${given} is not understood. Write it as --map /movies=/data/media/movies`);
	}
	return {from: given.slice(0, at), to: given.slice(at + 1)};
}

async function main(env: NodeJS.ProcessEnv): Promise<void> {
	const serviceKeyFile = values['service-key-file'];
	if (values.from.length === 0 || !serviceKeyFile) {
		throw new WrongConfiguration('Name what to move in from with --from, and a file with an API key of Kinoteka with --service-key-file.');
	}
	const [apiKey = ''] = await linesOf(serviceKeyFile);
	const keyFiles = [...values['key-file']];
	const sources = [];
	for (const given of values.from) {
		const address = await addressOf(given, /^(?:\w+=)?https?:/i.test(given) ? keyFiles.shift() : undefined);
		sources.push(address ?? (await filesOf(given)));
	}
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => stop.abort(new Cancelled('Stopped. What the service has begun goes on; the page shows it.')));
	}
	const url = values.service?.replace(/\/+$/, '') ?? `http://127.0.0.1:${loadConfig(env).http.port}`;
	const client = createApiClient({url, apiKey, signal: stop.signal});
	const wanted = {sources, mappings: values.map.map(mappingOf), isDry: values['dry-run']};
	await moveIn(wanted, {client, reporter: createReporter(process.stdout), signal: stop.signal});
}

await runCommand(main);
