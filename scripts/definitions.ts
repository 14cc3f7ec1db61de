import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import type {CheckedDefinition, DefinitionFile} from '#shared/definitions/answer-question.ts';
import {createDefinitionProcess} from '#shared/definitions/definition-process.ts';
import {createDefinitionThread, type DefinitionThread} from '#shared/definitions/definition-thread.ts';
import type {SiteReply} from '#shared/definitions/read-reply.ts';
import type {SiteQuestion} from '#shared/domain/definitions/build-requests.ts';
import {maxDefinitionBytes, Unusable} from '#shared/domain/definitions/definition.ts';
import type {SiteSearch} from '#shared/domain/definitions/search-variables.ts';
import {readCommandLine} from '#shared/start/command-line.ts';

const usage = 'npm run -s definitions -- check|requests|read FOLDER';
const {positionals} = readCommandLine({
	usage,
	about:
		'Tries definitions of sites in a folder: checks them, or answers JSON lines on standard input with the requests, or with the releases of a reply.',
	allowPositionals: true,
});

const extension = '.yml';
const kinds: readonly string[] = ['movie', 'episode', 'text', 'newest'] satisfies SiteSearch['kind'][];

/** One line of standard input. */
interface Question {
	id: string;
	settings: SiteQuestion['settings'];
	search: SiteSearch;
	now: Date;
	reply: SiteReply | null;
}

async function loadFile(folder: string, key: string): Promise<DefinitionFile> {
	if (key === '' || /[/\\]/.test(key)) {
		throw new Unusable(`${key} is no name of a definition`);
	}
	const path = join(folder, `${key}${extension}`);
	try {
		const found = await stat(path);
		if (!found.isFile()) {
			throw new Unusable('is no file'); // reading a device or a pipe would never end
		}
		if (found.size > maxDefinitionBytes) {
			throw new Unusable(`is larger than ${maxDefinitionBytes / 1024} KiB`);
		}
		return {key, text: await readFile(path, 'utf8')};
	} catch (error) {
		throw error instanceof Unusable ? error : new Unusable(`${path} cannot be read`);
	}
}

async function checkFile(folder: string, key: string, thread: DefinitionThread): Promise<CheckedDefinition> {
	try {
		return await thread.ask('check', {file: await loadFile(folder, key)});
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return {definition: null, faults: [{place: 'file', reason, isFatal: true}]};
	}
}

async function check(folder: string, thread: DefinitionThread): Promise<void> {
	const names = (await readdir(folder, {withFileTypes: true})).filter(entry => !entry.isDirectory() && entry.name.endsWith(extension));
	const keys = names.map(({name}) => name.slice(0, -extension.length)).toSorted();
	let usable = 0;
	for (const key of keys) {
		const {definition, faults} = await checkFile(folder, key, thread);
		const ok = definition !== null && faults.every(({isFatal}) => !isFatal);
		usable += ok ? 1 : 0;
		print({
			file: key,
			id: definition?.id ?? null,
			name: definition?.name ?? null,
			type: definition?.type ?? null,
			language: definition?.language ?? null,
			links: definition?.links ?? [],
			settings: definition?.settings.length ?? 0,
			mappings: definition?.caps.mappings.length ?? 0,
			fields: definition?.search.fields.map(([name]) => name) ?? [],
			ok,
			faults: faults.map(({place, reason}) => `${place}: ${reason}`),
		});
	}
	process.stdout.write(`${usable} of ${keys.length} usable\n`);
}

function print(answer: object): void {
	process.stdout.write(`${JSON.stringify(answer)}\n`);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws `Unusable` for a line that asks nothing. */
function readQuestion(asked: Record<string, unknown>): Question {
	const {id, search, now, reply} = asked;
	const settings = asked['settings'] ?? {};
	if (typeof id !== 'string' || !isObject(settings) || !isObject(search) || !kinds.includes(String(search['kind']))) {
		throw new Unusable(`a question has an id, settings, and a search of a kind: ${kinds.join(', ')}`);
	}
	const time = now === undefined || now === null ? new Date() : new Date(String(now));
	if (Number.isNaN(time.getTime())) {
		throw new Unusable('now is no time');
	}
	const answer = isObject(reply) ? {status: Number(reply['status'] ?? 200), body: String(reply['body'] ?? '')} : null;
	// The kind is known, and whatever else is no text or number is left out by what uses it.
	return {id, settings: settings as SiteQuestion['settings'], search: search as unknown as SiteSearch, now: time, reply: answer};
}

async function answerLine(line: string, folder: string, command: 'requests' | 'read', thread: DefinitionThread): Promise<object> {
	let id: unknown = null;
	try {
		const asked: unknown = JSON.parse(line);
		id = isObject(asked) ? (asked['id'] ?? null) : null;
		const question = readQuestion(isObject(asked) ? asked : {});
		const file = await loadFile(folder, question.id);
		if (command === 'requests') {
			const requests = await thread.ask('requests', {file, question});
			return {id, requests: requests.map(({method, url, headers, body}) => ({method, url, headers, body}))};
		}
		if (!question.reply) {
			throw new Unusable('a question to read has a reply');
		}
		const {releases} = await thread.ask('read', {file, question, reply: question.reply});
		return {id, releases};
	} catch (error) {
		// Whatever happens, each question has its answer.
		return {id, error: error instanceof Error ? error.message : String(error)};
	}
}

async function answerLines(folder: string, command: 'requests' | 'read', thread: DefinitionThread): Promise<void> {
	for await (const line of createInterface({input: process.stdin})) {
		if (line.trim() !== '') {
			print(await answerLine(line, folder, command, thread));
		}
	}
}

const [command, folder] = positionals;
if (!folder || (command !== 'check' && command !== 'requests' && command !== 'read')) {
	console.error(`Usage: ${usage}`);
	process.exit(2);
}
if (!(await stat(folder).catch(() => null))?.isDirectory()) {
	console.error(`${folder} is no folder.`);
	process.exit(2);
}
// Pages come from strangers, and one may exhaust more than a thread.
const thread = command === 'read' ? createDefinitionProcess() : createDefinitionThread();
await (command === 'check' ? check(folder, thread) : answerLines(folder, command, thread));
await thread.close();
