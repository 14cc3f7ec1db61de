import type {DefinitionThread} from '#shared/definitions/definition-thread.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import type {DefinitionStore} from '#shared/store/definitions/definitions.ts';
import type {PackagedDefinitionStore} from '#shared/store/definitions/packaged-definitions.ts';
import type {UsedDefinition, UsedDefinitionStore} from '#shared/store/definitions/used-definitions.ts';

/** Who uses a definition. */
export interface DefinitionUser {
	/** Empty for an indexer that is not stored. */
	id: string;
	/** It has settings that must not reach other sites. */
	hasSecrets: boolean;
}

export interface DefinitionSource {
	/** The text of a definition as this indexer uses it; null when there never was one. */
	text(key: string, user: DefinitionUser): Promise<{text: string} | null>;
}

interface Deps {
	/** The operator's own, which count before those of the package. */
	folder: Pick<DefinitionStore, 'text'>;
	packaged: Pick<PackagedDefinitionStore, 'find' | 'findReplacing'>;
	used: Pick<UsedDefinitionStore, 'find' | 'set'>;
	thread: Pick<DefinitionThread, 'ask'>;
	now(): Date;
}

/** A file that may be used from now on. */
interface Offered {
	text: string;
	hash: string;
	/** Null when they are not known yet. */
	known: {hosts: string[]; faults: number} | null;
	/** A person has put it into the folder on purpose. */
	isOwn: boolean;
}

/**
 * Where indexers have their definitions from: the folder, else the package, else the file that they used last. What is
 * used is kept. An update that names other hosts waits for consent if the indexer has secrets.
 */
export function createDefinitionSource({folder, packaged, used, thread, now}: Deps): DefinitionSource {
	async function offered(key: string): Promise<Offered | 'faulty' | null> {
		const own = await folder.text(key);
		if (own) {
			return {...own, known: null, isOwn: true};
		}
		const found = (await packaged.find(key)) ?? (await packaged.findReplacing(key));
		if (!found?.entry) {
			return found ? 'faulty' : null;
		}
		const {text, hash, entry, faults} = found;
		return {text, hash, known: {hosts: entry.hosts, faults: faults.length}, isOwn: false};
	}

	/** Null for one that cannot be used. */
	async function examine(key: string, {text, known}: Offered): Promise<{hosts: string[]; faults: number} | null> {
		if (known) {
			return known;
		}
		try {
			const {entry, faults} = await thread.ask('entry', {file: {key, text}});
			return entry && {hosts: entry.hosts, faults: faults.length};
		} catch (error) {
			if (error instanceof Unusable) {
				return null;
			}
			throw error;
		}
	}

	/** Continues with the file that was used before, and says why. */
	async function stay(last: UsedDefinition, change: Pick<UsedDefinition, 'state' | 'waiting'>): Promise<{text: string}> {
		if (last.state !== change.state || last.waiting?.hash !== change.waiting?.hash) {
			await used.set({indexerId: last.indexerId, ...change, updatedAt: now()});
		}
		return last;
	}

	return {
		async text(key, {id, hasSecrets}) {
			const found = await offered(key);
			if (id === '') {
				return found === 'faulty' ? null : found;
			}
			const before = await used.find(id);
			const last = before?.key === key ? before : null;
			if (found === null || found === 'faulty') {
				return last && stay(last, {state: found === null ? 'vanished' : 'faulty', waiting: null});
			}
			if (last?.hash === found.hash) {
				return stay(last, {state: 'current', waiting: null});
			}
			const examined = await examine(key, found);
			if (!examined) {
				// If there is no other file, its faults are reported.
				return last ? stay(last, {state: 'faulty', waiting: null}) : found;
			}
			const others = examined.hosts.filter(host => last && !last.hosts.includes(host));
			if (last && hasSecrets && !found.isOwn && others.length > 0 && last.agreedHash !== found.hash) {
				return stay(last, {state: 'waiting', waiting: {hash: found.hash, hosts: others}});
			}
			const {text, hash} = found;
			const replaced = last?.replaced ?? null;
			await used.set({indexerId: id, key, text, hash, ...examined, state: 'current', waiting: null, replaced, updatedAt: now()});
			return found;
		},
	};
}
