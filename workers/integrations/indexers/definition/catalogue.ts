import {Parser} from 'htmlparser2';
import {createCache} from '#shared/coordination/cache.ts';
import type {DefinitionThread} from '#shared/definitions/definition-thread.ts';
import {type DefinitionSetting, type Fault, Unusable} from '#shared/domain/definitions/definition.ts';
import type {ListedDefinition} from '#shared/jobs/connections.ts';
import type {DefinitionStore} from '#shared/store/definitions/definitions.ts';

export interface DefinitionCatalogue {
	/** Every file of the folder. What has not changed since is not read again. */
	list(signal: AbortSignal): Promise<ListedDefinition[]>;
	/** Null when there is no such file. */
	show(key: string): Promise<{listed: ListedDefinition; settings: DefinitionSetting[]} | null>;
}

/** Definitions whose entry is remembered, by the hash of their text. */
const maxKept = 5000;
/** Faults of a definition that are told. */
const maxFaults = 50;

/** The catalogue of sites that definitions describe. A faulty file is listed with its faults and harms no other. */
export function createDefinitionCatalogue({
	definitions,
	thread,
}: {
	definitions: DefinitionStore;
	thread: Pick<DefinitionThread, 'ask'>;
}): DefinitionCatalogue {
	const kept = createCache<Promise<ListedDefinition>>({max: maxKept});

	async function read(key: string, text: string): Promise<ListedDefinition> {
		try {
			const {entry, faults} = await thread.ask('entry', {file: {key, text}});
			return {key, entry, faults: faults.slice(0, maxFaults)};
		} catch (error) {
			return {key, entry: null, faults: [unreadable(error)]};
		}
	}

	async function listed(key: string): Promise<{text: string; listed: ListedDefinition} | null> {
		const file = await definitions.text(key);
		return file && {text: file.text, listed: await kept.get(`${key} ${file.hash}`, () => read(key, file.text))};
	}

	return {
		async list(signal) {
			const all: ListedDefinition[] = [];
			for (const key of await definitions.keys()) {
				signal.throwIfAborted();
				const found = await listed(key);
				all.push(...(found ? [found.listed] : []));
			}
			return all;
		},
		async show(key) {
			const found = await listed(key);
			if (!found?.listed.entry) {
				return found && {listed: found.listed, settings: []};
			}
			const {settings} = await thread.ask('open', {file: {key, text: found.text}});
			return {listed: found.listed, settings: settings.map(inWords)};
		},
	};
}

/** Labels are texts of other people, many of them with HTML. */
function inWords({label, options, ...setting}: DefinitionSetting): DefinitionSetting {
	return {
		...setting,
		label: label === null ? null : withoutTags(label),
		default: setting.type.startsWith('info') && setting.default !== null ? withoutTags(setting.default) : setting.default,
		options: options.map(([value, text]): [string, string] => [value, withoutTags(text)]),
	};
}

function withoutTags(html: string): string {
	const parts: string[] = [];
	const space = () => void parts.push(' ');
	const parser = new Parser({ontext: part => void parts.push(part), onopentag: space, onclosetag: space});
	parser.end(html);
	return parts.join('').replace(/\s+/g, ' ').trim();
}

function unreadable(error: unknown): Fault {
	if (error instanceof Unusable) {
		return {place: '', reason: error.message, isFatal: true};
	}
	throw error;
}
