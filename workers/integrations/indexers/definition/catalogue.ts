import {Parser} from 'htmlparser2';
import {createCache} from '#shared/coordination/cache.ts';
import type {DefinitionThread} from '#shared/definitions/definition-thread.ts';
import {type DefinitionSetting, type Fault, Unusable} from '#shared/domain/definitions/definition.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {ListedDefinition} from '#shared/jobs/connections.ts';
import {type DefinitionStore, unreadReason} from '#shared/store/definitions/definitions.ts';
import type {PackagedDefinitionStore} from '#shared/store/definitions/packaged-definitions.ts';

export interface DefinitionCatalogue {
	/** Every file of the folder, which is read again when it has changed, and those of the package that it lacks. */
	list(signal: AbortSignal): Promise<ListedDefinition[]>;
	/** Null when there is no such file. */
	show(key: string): Promise<{listed: ListedDefinition; settings: DefinitionSetting[]; requestDelaySeconds: number | null} | null>;
}

/** Definitions whose entry is remembered, by the hash of their text. */
const maxCached = 5000;
/** Milliseconds until a file is tried again that could not be read in time: the machine may have been busy. */
const againMs = 10 * minuteMs;

/** The catalogue of sites that definitions describe. A faulty file is listed with its faults and harms no other. */
export function createDefinitionCatalogue({
	definitions,
	packaged,
	thread,
	now,
}: {
	definitions: DefinitionStore;
	packaged: Pick<PackagedDefinitionStore, 'find' | 'list'>;
	thread: Pick<DefinitionThread, 'ask'>;
	/** A clock in milliseconds, if it is not the process's own. */
	now?: () => number;
}): DefinitionCatalogue {
	const cache = createCache<Promise<ListedDefinition>>({max: maxCached, ...(now && {now})});

	async function read(key: string, {text, hash}: {text: string; hash: string}): Promise<ListedDefinition> {
		try {
			const {entry, faults} = await thread.ask('entry', {file: {key, text}});
			return {key, entry, faults, isOwn: true};
		} catch (error) {
			const listed = {key, entry: null, faults: [unreadable(error)], isOwn: true};
			cache.set(nameOf(key, hash), Promise.resolve(listed), againMs);
			return listed;
		}
	}

	async function listed(key: string): Promise<{text: string; listed: ListedDefinition} | null> {
		const file = await definitions.text(key);
		return file && {text: file.text, listed: await cache.get(nameOf(key, file.hash), () => read(key, file))};
	}

	async function inPackage(key: string): Promise<{text: string; listed: ListedDefinition} | null> {
		const found = await packaged.find(key);
		return found && {text: found.text, listed: {key, entry: found.entry, faults: found.faults, isOwn: false}};
	}

	return {
		async list(signal) {
			const all: ListedDefinition[] = [];
			for (const key of await definitions.keys()) {
				signal.throwIfAborted();
				const found = await listed(key);
				all.push(found?.listed ?? {key, entry: null, faults: [{place: '', reason: unreadReason(key), isFatal: true}], isOwn: true});
			}
			const own = new Set(all.map(({key}) => key));
			const others = (await packaged.list()).filter(({key}) => !own.has(key));
			return [...all, ...others.map(({key, entry, faults}) => ({key, entry, faults, isOwn: false}))];
		},
		async show(key) {
			const found = (await listed(key)) ?? (await inPackage(key));
			if (!found?.listed.entry) {
				return found && {listed: found.listed, settings: [], requestDelaySeconds: null};
			}
			const {settings, requestDelaySeconds} = await thread.ask('open', {file: {key, text: found.text}});
			return {listed: found.listed, settings: settings.map(inWords), requestDelaySeconds};
		},
	};
}

const nameOf = (key: string, hash: string) => `${key} ${hash}`;

/** Labels are texts of other people, many of them with HTML. */
function inWords({label, options, ...setting}: DefinitionSetting): DefinitionSetting {
	const usual = setting.type === 'multi-select' ? setting.defaults.join(',') : setting.default;
	return {
		...setting,
		label: label === null ? null : withoutTags(label),
		default: setting.type.startsWith('info') && usual !== null ? withoutTags(usual) : usual,
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
